import { setTimeout as pause } from "node:timers/promises";

type Schedule = { perSecond: number; seconds: number };

/** When the nth call is due, in milliseconds after the first. */
export const dueAtMs = (nth: number, perSecond: number): number => (nth * 1_000) / perSecond;

/** Calls in the time, the first of them at once. */
export const callsIn = ({ perSecond, seconds }: Schedule): number => Math.ceil(perSecond * seconds);

/** Begins each call at its time, whether or not earlier ones were answered: a slow server gets no fewer calls. */
export async function sendAtRate<Out>(schedule: Schedule, begin: (nth: number) => Promise<Out>): Promise<Out[]> {
  const begun = performance.now();
  const underWay: Promise<Out>[] = [];
  for (let nth = 0; nth < callsIn(schedule); nth += 1) {
    const waitMs = begun + dueAtMs(nth, schedule.perSecond) - performance.now();
    if (waitMs > 0) await pause(waitMs);
    underWay.push(begin(nth));
  }
  return Promise.all(underWay);
}
