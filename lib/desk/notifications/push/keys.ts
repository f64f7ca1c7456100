import webpush from "web-push";
import { z } from "zod";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/runtime";
import { lockInstallationKey } from "@/lib/workspace/secrets";

const Pair = z.object({ publicKey: z.string(), privateKey: z.string() });
type Pair = z.output<typeof Pair>;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The keys of this installation, once they were needed. */
    pushKeys: { pair: Promise<Pair> | undefined };
  }
}

const context = "installation:push";
const own = () => singleton("pushKeys", () => ({ pair: undefined }));

/** The pair that signs what is pushed: from the environment, or made once for the installation. @throws unavailable, DecryptionError */
export function pushKeys(): Promise<Pair> {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env();
  if (publicKey && privateKey) return Promise.resolve({ publicKey, privateKey });
  const cache = own();
  cache.pair ??= storedOrNew().catch((error: unknown) => {
    cache.pair = undefined;
    throw error;
  });
  return cache.pair;
}

/** Two instances that need it first at the same moment: the row lets one write, and both read what it wrote. */
async function storedOrNew(): Promise<Pair> {
  return (await stored()) ?? (await makePair()) ?? Promise.reject(new Error("The installation's row is missing."));
}

async function stored(): Promise<Pair | undefined> {
  const row = await db().installation.findUnique({ where: { id: 1 }, select: { pushKeys: true } });
  return row?.pushKeys ? Pair.parse(JSON.parse(decrypt(row.pushKeys, context))) : undefined;
}

async function makePair(): Promise<Pair | undefined> {
  await db().$transaction(async (tx) => {
    await lockInstallationKey(tx);
    const made = encrypt(JSON.stringify(webpush.generateVAPIDKeys()), context);
    await tx.installation.updateMany({ where: { id: 1, pushKeys: null }, data: { pushKeys: made } });
  });
  return stored();
}

/** Re-encrypts the pair, in the transaction that locked the installation's row. Returns how many values there were. */
export async function reencryptKeys(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }): Promise<number> {
  const row = await tx.installation.findUnique({ where: { id: 1 }, select: { pushKeys: true } });
  if (!row?.pushKeys) return 0;
  await tx.installation.update({ where: { id: 1 }, data: { pushKeys: encrypt(decrypt(row.pushKeys, context, from), context, to) } });
  return 1;
}
