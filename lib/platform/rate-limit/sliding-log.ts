import { createHash } from "node:crypto";
import type { Ratelimit } from "@upstash/ratelimit";
import { windowMs } from "./window";

type Algorithm = ConstructorParameters<typeof Ratelimit>[0]["limiter"];
type Context = Parameters<ReturnType<Algorithm>["limit"]>[0];

/**
 * The times of the calls that were allowed in the last minute, by the clock of Redis. One script, so that calls of all
 * instances are serialized. After Redis's clock was set back, time stands still until it has caught up; a log that is more
 * than a window ahead is deleted.
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
local allowed = used + math.max(cost, 1) <= most
if allowed and cost > 0 then
  for i = 1, cost do redis.call("RPUSH", log, string.format("%.0f", now)) end
  redis.call("PEXPIRE", log, window)
  used = used + cost
elseif cost > 1 then
  oldest = tonumber(redis.call("LINDEX", log, math.max(0, used + cost - most - 1)))
end
return { allowed and 1 or 0, math.max(0, most - used), (oldest or now) + window - now }`;

const sha = createHash("sha1").update(script).digest("hex");

/** Whether a call passes, how many are left, and the milliseconds until the oldest call leaves the window, or a rejected one would pass. */
async function run({ redis }: Context, key: string, args: [max: number, windowMs: number, cost: number]) {
  type Reply = [allowed: number, remaining: number, waitMs: number];
  try {
    return await redis.evalsha<number[], Reply>(sha, [key], args);
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return redis.eval<number[], Reply>(script, [key], args);
  }
}

/**
 * An algorithm for @upstash/ratelimit. The package's own sliding window weighs the previous fixed window as if its calls had
 * been spread evenly, and can allow more or fewer than `max`; this one is exact, and does not count rejected calls.
 * `reset` is on the monotonic clock of this process.
 */
export const slidingLog =
  (max: number): Algorithm =>
  () => ({
    limit: async (context, key, rate = 1) => {
      const [allowed, remaining, waitMs] = await run(context, key, [max, windowMs, rate]);
      return { success: allowed === 1, limit: max, remaining, reset: performance.now() + waitMs, pending: Promise.resolve() };
    },
    getRemaining: async (context, key) => {
      const [, remaining, waitMs] = await run(context, key, [max, windowMs, 0]);
      return { remaining, reset: performance.now() + waitMs, limit: max };
    },
    resetTokens: async ({ redis }, key) => void (await redis.del(key)),
  });
