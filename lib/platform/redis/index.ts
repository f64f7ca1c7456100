import { setTimeout as pause } from "node:timers/promises";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/runtime";
import type { Link } from "./link";
import { overRest } from "./rest";
import { overSocket } from "./socket";

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** Nothing where there is none. */
    redis: Link | null;
  }
}

/** The Redis of the environment, connected at the first call; nothing where there is none. */
export const redis = (): Link | undefined => singleton("redis", () => connect() ?? null) ?? undefined;

function connect(): Link | undefined {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env();
  if (REDIS_URL) return overSocket(REDIS_URL);
  return url && token ? overRest({ url, token }) : undefined;
}

const patienceMs = 1_000;

/** Connects, and gives that a second at the most. */
export async function reach(): Promise<void> {
  await Promise.race([redis()?.reached, pause(patienceMs, undefined, { ref: false })]);
}
