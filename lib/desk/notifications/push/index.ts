export { deleteExpired } from "./retention";
export { subscribe, unsubscribe } from "./subscription";
export { announce } from "./visible";
export { jobs, queue } from "./worker";

import type { Prisma } from "@/lib/platform/db/client/client";
import { pushKeys, reencryptKeys } from "./keys";
import { reencryptSubscriptions } from "./subscription";

/** What browsers need in order to subscribe. @throws unavailable */
export const view = async (): Promise<{ publicKey: string }> => ({ publicKey: (await pushKeys()).publicKey });

/** Re-encrypts the keys of the installation, and those of every browser. Returns how many values there were. */
export const reencrypt = async (tx: Prisma.TransactionClient, keys: { from: string; to: string }): Promise<number> =>
  (await reencryptKeys(tx, keys)) + (await reencryptSubscriptions(tx, keys));
