import { Ratelimit } from "@upstash/ratelimit";
import * as metrics from "@/lib/platform/metrics";
import { redis } from "@/lib/platform/redis";
import type { Link } from "@/lib/platform/redis/link";
import { singleton } from "@/lib/platform/runtime";
import { type CircuitBreaker, newCircuitBreaker, patient } from "./patience";
import { slidingLog } from "./sliding-log";
import * as own from "./window";

export type Allowance = own.Allowance;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    sharedLimitBreaker: CircuitBreaker;
  }
}

const limiters = new Map<number, Ratelimit>();
const words = {
  away: "Redis does not count calls: each instance limits by itself",
  back: "Redis counts calls again, over all instances",
};
const { ask, failedWithin } = patient(words, singleton("sharedLimitBreaker", newCircuitBreaker));

/** Its own timeout would let everything pass, and its cache would go by the clock of this machine: both are off. */
function limiterOf({ commands }: Link, limit: number): Ratelimit {
  const known = limiters.get(limit);
  if (known) return known;
  const made = new Ratelimit({ redis: commands, limiter: slidingLog(limit), prefix: "beside:limit", timeout: 0, ephemeralCache: false });
  limiters.set(limit, made);
  return made;
}

/** `reset` is by the monotonic clock, as `slidingLog` says it. */
const secondsTo = (reset: number) => Math.max(1, Math.ceil(Math.round(reset - performance.now()) / 1000));

/**
 * Counts a call of `who` in a sliding window of one minute: exactly `limit` pass, over all instances that share a Redis.
 * What Redis allowed is counted here as well, so that an instance that is left alone with it knows what it let pass.
 */
export async function take(who: string, limit: number): Promise<Allowance> {
  const link = redis();
  if (!link) return own.take(who, limit);
  // Calls that passed while Redis was away are known to nobody else, so for a minute they stand beside what it says.
  const here = own.look(who, limit);
  if (!here.allowed && failedWithin(own.windowMs)) return here;
  const answer = await ask(() => limiterOf(link, limit).limit(who));
  if (!answer) {
    metrics.limiterFellBack();
    return own.take(who, limit);
  }
  if (answer.success) own.take(who, limit);
  return { allowed: answer.success, limit, remaining: answer.remaining, resetSeconds: secondsTo(answer.reset) };
}

/** What `take` would say, without counting a call. */
export async function look(who: string, limit: number): Promise<Allowance> {
  const link = redis();
  const answer = link && (await ask(() => limiterOf(link, limit).getRemaining(who)));
  if (!answer) return own.look(who, limit);
  return { allowed: answer.remaining > 0, limit, remaining: answer.remaining, resetSeconds: secondsTo(answer.reset) };
}
