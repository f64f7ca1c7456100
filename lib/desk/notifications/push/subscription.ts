import { createHash, ECDH } from "node:crypto";
import { z } from "zod";
import type { NotificationKind } from "@/lib/desk/notifications/shared/kinds";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { run } from "@/lib/platform/db/rows";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { validateUrl } from "@/lib/platform/outbound/address";
import { lockInstallationKey } from "@/lib/workspace/secrets";
import { maxBrowsers } from "./contract";
import { announceSubscription } from "./queue";

type Tx = Prisma.TransactionClient;
/** The member and the session of a browser. */
type Browser = { accountId: string; sessionId: string };

const Target = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
export type Target = z.output<typeof Target>;

type Asked = Target & { kinds: NotificationKind[]; showsText: boolean; locale: string };

const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("base64url");
/** A key of the right length may still be none: what is pushed could not be encrypted for it. */
function isKey(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, "prime256v1", "base64url").length > 0;
  } catch {
    return false;
  }
}

const contextOf = (workspaceId: string, id: string) => `push:${workspaceId}:${id}`;

/** @throws DecryptionError */
export const targetOf = (workspaceId: string, { id, encrypted }: { id: string; encrypted: string }): Target =>
  Target.parse(JSON.parse(decrypt(encrypted, contextOf(workspaceId, id))));

/**
 * From now on the browser is this member's: what another account had there ends, in every workspace.
 * @throws invalid_request for an address that may not be called, or a key that is none, unavailable
 */
export async function subscribe(workspaceId: string, by: Browser, asked: Asked): Promise<{ id: string }> {
  const verdict = validateUrl(asked.endpoint, env().ACTIONS_ALLOW_ORIGINS);
  if (!verdict.ok) throw new AppError("invalid_request", `The browser’s push service cannot be used. ${verdict.reason}`);
  if (!isKey(asked.keys.p256dh)) throw new AppError("invalid_request", "keys.p256dh must be a key as the browser made it.");
  const id = await withRetry(() => db().$transaction((tx) => put(tx, workspaceId, by, asked)));
  await announceSubscription(workspaceId);
  return { id };
}

async function put(tx: Tx, workspaceId: string, { accountId, sessionId }: Browser, { kinds, showsText, locale, ...target }: Asked) {
  await lockInstallationKey(tx);
  // Two browsers that subscribe at the same moment: the limit holds under the lock of the membership.
  await run(tx, { workspace: workspaceId })`
select account_id from member where workspace_id = ${workspaceId}::uuid and account_id = ${accountId}::uuid for no key update`;
  const endpointHash = hashOf(target.endpoint);
  await tx.pushSubscription.deleteMany({ where: { endpointHash, accountId: { not: accountId } } });
  const where = { workspaceId_endpointHash: { workspaceId, endpointHash } };
  const known = await tx.pushSubscription.findUnique({ where, select: { id: true } });
  const id = known?.id ?? newId();
  const seenAt = currentTime();
  const encrypted = encrypt(JSON.stringify(Target.parse(target)), contextOf(workspaceId, id));
  const values = { sessionId, encrypted, kinds, showsText, locale, seenAt };
  await tx.pushSubscription.upsert({
    where,
    create: { workspaceId, id, accountId, endpointHash, createdAt: seenAt, ...values },
    update: values,
  });
  await removeOldest(tx, workspaceId, accountId);
  return id;
}

async function removeOldest(tx: Tx, workspaceId: string, accountId: string): Promise<void> {
  const orderBy: Prisma.PushSubscriptionOrderByWithRelationInput[] = [{ seenAt: "desc" }, { id: "desc" }];
  const older = await tx.pushSubscription.findMany({ where: { workspaceId, accountId }, orderBy, skip: maxBrowsers, select: { id: true } });
  if (older.length > 0) await tx.pushSubscription.deleteMany({ where: { workspaceId, id: { in: older.map(({ id }) => id) } } });
}

/** Does nothing for a browser without notifications, and for that of another account. */
export async function unsubscribe(
  workspaceId: string,
  { accountId }: Pick<Browser, "accountId">,
  endpoint: string,
): Promise<{ ended: true }> {
  await db().pushSubscription.deleteMany({ where: { workspaceId, accountId, endpointHash: hashOf(endpoint) } });
  return { ended: true };
}

/** The push service does not know the browser any more. */
export async function removeGone(workspaceId: string, id: string, encrypted: string): Promise<void> {
  await db().pushSubscription.deleteMany({ where: { workspaceId, id, encrypted } });
}

const reencryptedPerBatch = 1_000;

/** Re-encrypts every subscription; the table is locked against writes until the transaction ends. Returns their number. */
export async function reencryptSubscriptions(tx: Tx, { from, to }: { from: string; to: string }): Promise<number> {
  await run(tx, { scope: "everywhere" })`lock table push_subscription in share row exclusive mode`;
  const found = await tx.pushSubscription.findMany({ select: { workspaceId: true, id: true, encrypted: true } });
  for (let at = 0; at < found.length; at += reencryptedPerBatch) {
    const batch = found.slice(at, at + reencryptedPerBatch).map(({ workspaceId, id, encrypted }) => {
      const context = contextOf(workspaceId, id);
      return { ws: workspaceId, id, encrypted: encrypt(decrypt(encrypted, context, from), context, to) };
    });
    await run(tx, { scope: "list" })`
      update push_subscription s set sealed = n.encrypted
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as n(ws uuid, id uuid, encrypted text)
      where s.workspace_id = n.ws and s.id = n.id`;
  }
  return found.length;
}
