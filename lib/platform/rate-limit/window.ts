import { once } from "@/lib/platform/once";

export const windowMs = 60_000;

export type Allowance = {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the oldest call leaves the window, at least 1. */
  resetSeconds: number;
};

/** The times of the calls that were allowed in the last minute: a ring, so that a call costs the same at any count. */
class Window {
  // It grows with the calls: most of whom are counted call once.
  private readonly times: number[] = [];
  private first = 0;
  private count = 0;

  constructor(private readonly limit: number) {}

  take(now: number): Allowance {
    const before = this.look(now);
    // A refused call is not counted: it does not lengthen the wait.
    if (before.remaining === 0) return before;
    this.times[(this.first + this.count) % this.limit] = now;
    this.count += 1;
    return { ...this.look(now), allowed: true };
  }

  look(now: number): Allowance {
    while (this.count > 0 && this.oldest() <= now - windowMs) {
      this.first = (this.first + 1) % this.limit;
      this.count -= 1;
    }
    // In this order, so that the fractions of the clock do not add up to more than the window.
    const oldest = this.count > 0 ? this.oldest() : now;
    const resetSeconds = Math.max(1, Math.ceil((windowMs - (now - oldest)) / 1000));
    return { allowed: this.count < this.limit, limit: this.limit, remaining: this.limit - this.count, resetSeconds };
  }

  isIdle(now: number): boolean {
    return this.count === 0 || (this.times[(this.first + this.count - 1) % this.limit] ?? 0) <= now - windowMs;
  }

  private oldest(): number {
    return this.times[this.first] ?? 0;
  }
}

const windows = () => once("limit", () => ({ of: new Map<string, Window>(), sweptAt: 0 }));

/**
 * Counts a call of `who` in this process, in a sliding window of one minute: exactly `limit` pass. The time is the monotonic
 * clock's: the machine's own may be set back, which would refuse everybody until it has caught up, or ahead.
 */
export function take(who: string, limit: number, now = performance.now()): Allowance {
  const kept = windows();
  if (now - kept.sweptAt > windowMs) {
    for (const [name, window] of kept.of) if (window.isIdle(now)) kept.of.delete(name);
    kept.sweptAt = now;
  }
  let window = kept.of.get(who);
  if (!window) {
    window = new Window(limit);
    kept.of.set(who, window);
  }
  return window.take(now);
}

/** What `take` would say, without counting a call. */
export function look(who: string, limit: number, now = performance.now()): Allowance {
  return windows().of.get(who)?.look(now) ?? { allowed: true, limit, remaining: limit, resetSeconds: windowMs / 1000 };
}
