import { Ratelimit } from "@upstash/ratelimit";
import * as metrics from "@/lib/platform/metrics";
import { redis } from "@/lib/platform/redis";
import type { RedisConnection } from "@/lib/platform/redis/connection";
import { singleton } from "@/lib/platform/runtime";
import { type CircuitBreaker, circuitBreaker, newCircuitBreaker } from "./circuit-breaker";
import { slidingLog } from "./sliding-log";
import * as own from "./window";

export type RateLimitState = own.RateLimitState;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    sharedLimitBreaker: CircuitBreaker;
  }
}

const limiters = new Map<number, Ratelimit>();
const messages = {
  away: "Redis does not count calls: each instance limits by itself",
  back: "Redis counts calls again, over all instances",
};
const { ask, failedWithin } = circuitBreaker(messages, singleton("sharedLimitBreaker", newCircuitBreaker));

/** The package's own timeout would allow every call, and its cache uses the clock of this machine: both are off. */
function limiterOf({ commands }: RedisConnection, limit: number): Ratelimit {
  const known = limiters.get(limit);
  if (known) return known;
  const limiter = new Ratelimit({ redis: commands, limiter: slidingLog(limit), prefix: "beside:limit", timeout: 0, ephemeralCache: false });
  limiters.set(limit, limiter);
  return limiter;
}

/** `reset` is on the monotonic clock, as `slidingLog` returns it. */
const secondsTo = (reset: number) => Math.max(1, Math.ceil(Math.round(reset - performance.now()) / 1000));

/**
 * Counts a call of `identifier`, or `cost` of them, in a sliding window of one minute: exactly `limit` pass, over all instances that share
 * a Redis. Calls that Redis allowed are counted here as well, so that this instance knows them if Redis becomes unavailable.
 */
export async function consume(identifier: string, limit: number, cost = 1): Promise<RateLimitState> {
  const connection = redis();
  if (!connection) return own.consume(identifier, limit, undefined, cost);
  // Only this instance knows the calls that it allowed while Redis was unavailable, or before Redis came back empty between two calls. So
  // for a minute it checks both counts.
  const local = own.peek(identifier, limit);
  const hadOutage = failedWithin(own.windowMs) || performance.now() - connection.endedAt() < own.windowMs;
  if (local.remaining < cost && hadOutage) return { ...local, allowed: false };
  const reply = await ask(() => limiterOf(connection, limit).limit(identifier, { rate: cost }));
  if (!reply) {
    metrics.limiterFellBack();
    return own.consume(identifier, limit, undefined, cost);
  }
  if (reply.success) own.consume(identifier, limit, undefined, cost);
  return { allowed: reply.success, limit, remaining: reply.remaining, resetSeconds: secondsTo(reply.reset) };
}

/** What `consume` would return, without counting a call. */
export async function peek(identifier: string, limit: number): Promise<RateLimitState> {
  const connection = redis();
  const reply = connection && (await ask(() => limiterOf(connection, limit).getRemaining(identifier)));
  if (!reply) return own.peek(identifier, limit);
  return { allowed: reply.remaining > 0, limit, remaining: reply.remaining, resetSeconds: secondsTo(reply.reset) };
}
