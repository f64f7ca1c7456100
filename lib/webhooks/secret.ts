import { randomBytes } from "node:crypto";
import { signingSecretPrefix } from "@/lib/kernel/credentials";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { run } from "@/lib/platform/db/rows";
import { decrypt, encrypt } from "@/lib/platform/encryption";

type Row = { id: string; encrypted: string; encryptedBefore: string | null; beforeEndsAt: Date | null };

/** The additional data that binds a secret to its row: it cannot be decrypted in another one. */
const contextOf = (workspaceId: string, id: string) => `webhook_endpoint:${workspaceId}:${id}`;

export function newSecret(workspaceId: string, id: string): { secret: string; encrypted: string } {
  const secret = `${signingSecretPrefix}${randomBytes(32).toString("base64")}`;
  return { secret, encrypted: encrypt(secret, contextOf(workspaceId, id)) };
}

/** The secrets that sign now, the newest first. @throws when one was encrypted with another key or for another row */
export function secretsOf(workspaceId: string, { id, encrypted, encryptedBefore, beforeEndsAt }: Row, now: Date): string[] {
  const before = encryptedBefore !== null && beforeEndsAt !== null && beforeEndsAt > now ? [encryptedBefore] : [];
  return [encrypted, ...before].map((one) => decrypt(one, contextOf(workspaceId, id)));
}

/** How many endpoints a server is compared with that may have been given the secret of one of them. */
const maxCompared = 5;

/** The newest secrets of the newest endpoints: both kinds of secret begin alike, and a server may have the wrong one. */
export async function newestSecrets(workspaceId: string): Promise<string[]> {
  const found = await db().webhookEndpoint.findMany({
    where: { workspaceId },
    select: { id: true, encrypted: true },
    orderBy: { createdAt: "desc" },
    take: maxCompared,
  });
  return found.map(({ id, encrypted }) => decrypt(encrypted, contextOf(workspaceId, id)));
}

const reencryptedPerBatch = 1_000;

/** Re-encrypts the secrets of every endpoint; the table is locked against writes until the transaction ends. Returns their number. */
export async function reencrypt(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }): Promise<number> {
  await run(tx, { scope: "everywhere" })`lock table webhook_endpoint in share row exclusive mode`;
  const select = { workspaceId: true, id: true, encrypted: true, encryptedBefore: true } as const;
  const found = await tx.webhookEndpoint.findMany({ select });
  for (let at = 0; at < found.length; at += reencryptedPerBatch) {
    const changed = found.slice(at, at + reencryptedPerBatch).map(({ workspaceId, id, encrypted, encryptedBefore }) => {
      const context = contextOf(workspaceId, id);
      const again = (value: string) => encrypt(decrypt(value, context, from), context, to);
      return { ws: workspaceId, id, encrypted: again(encrypted), before: encryptedBefore === null ? null : again(encryptedBefore) };
    });
    await run(tx, { scope: "list" })`
      update webhook_endpoint e set sealed = n.encrypted, sealed_before = n.before
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n(ws uuid, id uuid, encrypted text, before text)
      where e.workspace_id = n.ws and e.id = n.id`;
  }
  return found.length;
}
