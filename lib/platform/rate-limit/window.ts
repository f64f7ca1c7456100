import { singleton } from "@/lib/platform/runtime";

export const windowMs = 60_000;

export type Allowance = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the oldest call leaves the window, at least 1. */
  resetSeconds: number;
};

/** The times of the calls that were allowed in the last minute: a ring, so that a call costs the same at any count. */
type Window = {
  limit: number;
  /** It grows with the calls: most callers call once. */
  times: number[];
  first: number;
  count: number;
};

const newWindow = (limit: number): Window => ({ limit, times: [], first: 0, count: 0 });
const oldest = ({ times, first }: Window): number => times[first] ?? 0;

function takeFrom(window: Window, now: number): Allowance {
  const before = lookAt(window, now);
  // A refused call is not counted: it does not lengthen the wait.
  if (before.remaining === 0) return before;
  window.times[(window.first + window.count) % window.limit] = now;
  window.count += 1;
  return { ...lookAt(window, now), allowed: true };
}

function lookAt(window: Window, now: number): Allowance {
  const { limit } = window;
  while (window.count > 0 && oldest(window) <= now - windowMs) {
    window.first = (window.first + 1) % limit;
    window.count -= 1;
  }
  // In this order, so that the fractions of the clock do not add up to more than the window.
  const since = window.count > 0 ? oldest(window) : now;
  const resetSeconds = Math.max(1, Math.ceil((windowMs - (now - since)) / 1000));
  return { allowed: window.count < limit, limit, remaining: limit - window.count, resetSeconds };
}

const isIdle = ({ times, first, count, limit }: Window, now: number): boolean =>
  count === 0 || (times[(first + count - 1) % limit] ?? 0) <= now - windowMs;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    limit: { of: Map<string, Window>; sweptAt: number };
  }
}

const windows = () => singleton("limit", () => ({ of: new Map(), sweptAt: 0 }));

/**
 * Counts a call of `who` in this process, in a sliding window of one minute: exactly `limit` pass. The time is the monotonic
 * clock's: the machine's own may be set back, which would refuse everybody until it has caught up, or ahead.
 */
export function take(who: string, limit: number, now = performance.now()): Allowance {
  const kept = windows();
  if (now - kept.sweptAt > windowMs) {
    for (const [name, window] of kept.of) if (isIdle(window, now)) kept.of.delete(name);
    kept.sweptAt = now;
  }
  let window = kept.of.get(who);
  if (!window) {
    window = newWindow(limit);
    kept.of.set(who, window);
  }
  return takeFrom(window, now);
}

/** What `take` would say, without counting a call. */
export function look(who: string, limit: number, now = performance.now()): Allowance {
  const window = windows().of.get(who);
  return window ? lookAt(window, now) : { allowed: true, limit, remaining: limit, resetSeconds: windowMs / 1000 };
}
