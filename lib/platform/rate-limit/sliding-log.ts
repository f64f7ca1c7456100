import { createHash } from "node:crypto";
import type { Ratelimit } from "@upstash/ratelimit";
import { windowMs } from "./window";

type Algorithm = ConstructorParameters<typeof Ratelimit>[0]["limiter"];
type Context = Parameters<ReturnType<Algorithm>["limit"]>[0];

/**
 * The times of the calls that were allowed in the last minute, by the clock of Redis: one script, so that calls of all
 * instances come one after the other. A clock that was set back stands still until it has caught up, or forgets a log that
 * is more than a window ahead of it.
 */
const script = `
local log, most, window, cost = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local newest = tonumber(redis.call("LINDEX", log, -1))
if newest and newest > now + window then
  redis.call("DEL", log)
elseif newest and newest > now then
  now = newest
end
local oldest = tonumber(redis.call("LINDEX", log, 0))
while oldest and oldest <= now - window do
  redis.call("LPOP", log)
  oldest = tonumber(redis.call("LINDEX", log, 0))
end
local used = redis.call("LLEN", log)
local allowed = used < most
if allowed and cost > 0 then
  redis.call("RPUSH", log, string.format("%.0f", now))
  redis.call("PEXPIRE", log, window)
  used = used + 1
end
return { allowed and 1 or 0, math.max(0, most - used), (oldest or now) + window - now }`;

const sha = createHash("sha1").update(script).digest("hex");

/** Whether a call passes, how many are left, and the milliseconds until the oldest leaves. */
async function run({ redis }: Context, key: string, args: [most: number, windowMs: number, cost: number]) {
  type Answer = [allowed: number, remaining: number, waitMs: number];
  try {
    return await redis.evalsha<number[], Answer>(sha, [key], args);
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<number[], Answer>(script, [key], args);
  }
}

/**
 * An algorithm for @upstash/ratelimit. Its own sliding window weighs the fixed window before this one, as if the calls had
 * been spread over it evenly, and can let more or fewer than `most` pass; this one is exact, and counts no refused call.
 * `reset` is by the monotonic clock of this process.
 */
export const slidingLog =
  (most: number): Algorithm =>
  () => ({
    limit: async (context, key) => {
      const [allowed, remaining, waitMs] = await run(context, key, [most, windowMs, 1]);
      return { success: allowed === 1, limit: most, remaining, reset: performance.now() + waitMs, pending: Promise.resolve() };
    },
    getRemaining: async (context, key) => {
      const [, remaining, waitMs] = await run(context, key, [most, windowMs, 0]);
      return { remaining, reset: performance.now() + waitMs, limit: most };
    },
    resetTokens: async ({ redis }, key) => void (await redis.del(key)),
  });
