import { codePoints } from "@/lib/kernel/text";

/** What makes two events alike: their name and reference, and the time between them. `at` in milliseconds. */
export type Likeness = { event: string; reference: string | null; at: number };

const maxGapMs = 10 * 60_000;

/** Whether two events are alike. */
export const isLike = (a: Likeness, b: Likeness): boolean =>
  a.event === b.event && a.reference === b.reference && Math.abs(a.at - b.at) <= maxGapMs;

/**
 * Splits events into runs of like ones in a row: the same name and reference, and each within ten minutes of its neighbour.
 * The events may be sorted either way; the runs and the events in them keep their order.
 */
export function likeRuns<T>(events: readonly T[], of: (event: T) => Likeness): T[][] {
  const runs: T[][] = [];
  let previous: Likeness | undefined;
  for (const event of events) {
    const likeness = of(event);
    const run = runs.at(-1);
    if (run && previous && isLike(previous, likeness)) run.push(event);
    else runs.push([event]);
    previous = likeness;
  }
  return runs;
}

/** The reference of an event's properties: the exact key, as text; "" is none, and so is one over 255 characters. */
export function referenceOf(properties: Readonly<Record<string, string | number | boolean>>): string | null {
  const value = Object.hasOwn(properties, "reference") ? String(properties["reference"]) : "";
  return value === "" || codePoints(value) > 255 ? null : value;
}
