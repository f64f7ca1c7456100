import { setTimeout as pause } from "node:timers/promises";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/runtime";
import type { RedisConnection } from "./connection";
import { ioredisTransport } from "./ioredis";
import { upstashTransport } from "./upstash";

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Null when none is configured. */
    redis: RedisConnection | null;
  }
}

/** The Redis of the environment, connected at the first call; undefined when none is configured. */
export const redis = (): RedisConnection | undefined => singleton("redis", () => connect() ?? null) ?? undefined;

function connect(): RedisConnection | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
  if (REDIS_URL) return ioredisTransport(REDIS_URL);
  return url && token ? upstashTransport({ url, token }) : undefined;
}

const timeoutMs = 1_000;

/** Connects, and waits at most one second for it. */
export async function connectRedis(): Promise<void> {
  await Promise.race([redis()?.connected, pause(timeoutMs, undefined, { ref: false })]);
}
