import { outageLog } from "@/lib/platform/redis/outage-log";
import { within } from "@/lib/platform/within";

const timeoutMs = 250;
const restMs = 3_000;

/** The outcome of the latest calls. */
export type CircuitBreaker = { openUntil: number; isProbing: boolean; failedAt: number; isAway: boolean };
export const newCircuitBreaker = (): CircuitBreaker => ({
  openUntil: 0,
  isProbing: false,
  failedAt: Number.NEGATIVE_INFINITY,
  isAway: false,
});

/**
 * Calls a dependency that may be down, failing or slow: returns `undefined` unless it succeeds within 250 ms. After a failure
 * the circuit stays open for three seconds; then one caller at a time probes until a call succeeds. No other caller waits.
 */
export function circuitBreaker({ away, back }: { away: string; back: string }, own: CircuitBreaker) {
  const outageReporter = outageLog({ away, back }, own);

  function failed(): undefined {
    own.failedAt = performance.now();
    return undefined;
  }

  async function ask<T>(request: () => Promise<T>): Promise<T | undefined> {
    const isProbe = own.openUntil > 0;
    if (isProbe && (own.isProbing || performance.now() < own.openUntil)) return failed();
    own.isProbing = isProbe;
    try {
      const reply = await within(timeoutMs, request());
      own.openUntil = 0;
      outageReporter.back();
      return reply;
    } catch (error) {
      own.openUntil = performance.now() + restMs;
      outageReporter.away(error);
      return failed();
    } finally {
      if (isProbe) own.isProbing = false;
    }
  }

  return {
    ask,
    /** Whether a call failed or was skipped within the last `ms`. */
    failedWithin: (ms: number) => performance.now() - own.failedAt < ms,
  };
}
