import { singleton } from "@/lib/platform/runtime";

/** How long a turn should last: short enough that the next workspace does not notice it. */
export const turnMs = 100;
/** How much the last turn counts beside those before it. */
const weight = 0.3;
const maxKnown = 10_000;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What an item of each workspace cost in its last turns in a queue, in milliseconds. */
    turnCosts: Map<string, number>;
  }
}

const costs = () => singleton("turnCosts", () => new Map());
const keyOf = (queue: string, workspaceId: string) => `${queue} ${workspaceId}`;

type Sizes = { name: string; first: number; min?: number; max: number };

/** How many items a turn may have, so that it lasts about `turnMs`. */
export function sizeOf({ name, first, min = 1, max }: Sizes, workspaceId: string): number {
  const cost = costs().get(keyOf(name, workspaceId));
  return cost === undefined ? Math.min(first, max) : Math.min(max, Math.max(min, Math.floor(turnMs / cost)));
}

/** Remembers what a turn cost. */
export function measure(queue: string, workspaceId: string, { count, tookMs }: { count: number; tookMs: number }): void {
  if (count === 0) return;
  const [all, key] = [costs(), keyOf(queue, workspaceId)];
  const before = all.get(key);
  const cost = Math.max(0.01, tookMs / count);
  if (before === undefined && all.size >= maxKnown) all.clear();
  all.set(key, before === undefined ? cost : before + weight * (cost - before));
}
