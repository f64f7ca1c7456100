import { run } from "@/lib/ops";
import { close, open } from "@/lib/platform/db";
import * as realtime from "@/lib/platform/notify";
import { connectRedis } from "@/lib/platform/redis";
import { checkInstallationKey } from "@/lib/workspace/secrets/installation-key";
import type { Command, Offline } from "./contract";
import { rotateSecretKey } from "./secret-key";

export type Run = (request: { command: Command; input: Record<string, unknown> }) => Promise<Record<string, unknown>>;

/** Runs commands for which this process opens the database itself. */
export async function withDatabase<T>(work: (run: Run) => Promise<T>): Promise<T> {
  await Promise.all([open(), connectRedis()]);
  return checkInstallationKey()
    .then(() => work(run))
    .finally(realtime.disconnect)
    .finally(close);
}

/** Runs a command that no server may run beside. */
export const runOffline: Record<Offline, () => Promise<Record<string, unknown>>> = {
  "rotate-secret-key": () => rotateSecretKey().finally(close),
};
