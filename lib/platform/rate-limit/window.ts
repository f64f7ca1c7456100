import { singleton } from "@/lib/platform/runtime";

export const windowMs = 60_000;

export type RateLimitState = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the oldest call leaves the window, or of a rejected one until it would pass; at least 1. */
  resetSeconds: number;
};

/** The times of the calls that were allowed in the last minute: a ring buffer, so that a call costs the same at any count. */
type Window = {
  limit: number;
  /** Grows with the calls, because most callers call once. */
  times: number[];
  first: number;
  count: number;
};

const newWindow = (limit: number): Window => ({ limit, times: [], first: 0, count: 0 });
const oldest = ({ times, first }: Window): number => times[first] ?? 0;

function consumeFrom(window: Window, now: number, cost: number): RateLimitState {
  const before = stateOf(window, now, cost);
  // A rejected call is not counted: it does not lengthen the wait.
  if (!before.allowed) return before;
  for (let one = 0; one < cost; one += 1) {
    window.times[(window.first + window.count) % window.limit] = now;
    window.count += 1;
  }
  return { ...stateOf(window, now, 1), allowed: true };
}

function stateOf(window: Window, now: number, cost: number): RateLimitState {
  const { limit } = window;
  while (window.count > 0 && oldest(window) <= now - windowMs) {
    window.first = (window.first + 1) % limit;
    window.count -= 1;
  }
  const remaining = limit - window.count;
  // One that is rejected waits until as many have left as it lacks.
  const waitsFor = Math.max(0, cost - remaining - 1);
  const since = window.count > waitsFor ? (window.times[(window.first + waitsFor) % limit] ?? now) : now;
  // In this order, so that the fractions of the clock do not add up to more than the window.
  const resetSeconds = Math.max(1, Math.ceil((windowMs - (now - since)) / 1000));
  return { allowed: cost <= remaining, limit, remaining, resetSeconds };
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
 * Counts a call of `identifier` in this process, in a sliding window of one minute: exactly `limit` pass, and one that counts as several
 * passes as a whole or not at all. Uses the monotonic
 * clock: the system clock may be set ahead, or back, which would reject everybody until it has caught up.
 */
export function consume(identifier: string, limit: number, now = performance.now(), cost = 1): RateLimitState {
  const shared = windows();
  if (now - shared.sweptAt > windowMs) {
    for (const [name, window] of shared.of) if (isIdle(window, now)) shared.of.delete(name);
    shared.sweptAt = now;
  }
  let window = shared.of.get(identifier);
  if (!window) {
    window = newWindow(limit);
    shared.of.set(identifier, window);
  }
  return consumeFrom(window, now, cost);
}

/** What `consume` would return, without counting a call. */
export function peek(identifier: string, limit: number, now = performance.now()): RateLimitState {
  const window = windows().of.get(identifier);
  return window ? stateOf(window, now, 1) : { allowed: true, limit, remaining: limit, resetSeconds: windowMs / 1000 };
}
