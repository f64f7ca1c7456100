import { outage } from "@/lib/platform/redis/outage";

const patienceMs = 250;
const restMs = 3_000;

/** How it went lately. */
export type CircuitBreaker = { restsUntil: number; isProbing: boolean; failedAt: number; isAway: boolean };
export const newCircuitBreaker = (): CircuitBreaker => ({
  restsUntil: 0,
  isProbing: false,
  failedAt: Number.NEGATIVE_INFINITY,
  isAway: false,
});

/**
 * Asks something that may be away, refuse or be slow: `undefined` says that it did not answer well within 250 ms. Then it is
 * left alone for three seconds, and asked by one caller at a time until it answers again; nobody else waits for it.
 */
export function patient({ away, back }: { away: string; back: string }, own: CircuitBreaker) {
  const said = outage({ away, back }, own);

  function failed(): undefined {
    own.failedAt = performance.now();
    return undefined;
  }

  async function ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    const isProbe = own.restsUntil > 0;
    if (isProbe && (own.isProbing || performance.now() < own.restsUntil)) return failed();
    own.isProbing = isProbe;
    try {
      const answer = await within(patienceMs, question());
      own.restsUntil = 0;
      said.back();
      return answer;
    } catch (error) {
      own.restsUntil = performance.now() + restMs;
      said.away(error);
      return failed();
    } finally {
      if (isProbe) own.isProbing = false;
    }
  }

  return {
    ask,
    /** Whether there was none within the last `ms`. */
    failedWithin: (ms: number) => performance.now() - own.failedAt < ms,
  };
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(Object.assign(new Error("late"), { code: "LATE" }));
    // Where the process itself was held up, the answer may lie there unread: it is read before `setImmediate`.
    const timer = setTimeout(() => setImmediate(late), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
