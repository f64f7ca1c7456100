/** A session is one sign-in of an account: a row that a request needs, and that its owner can end. Passwords are in `accounts`. */

import { createHmac } from "node:crypto";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";
import { env } from "@/lib/platform/env";
import { deleteInBatches } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { notifyAccessChanges } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { Actor, EntryKind } from "@/lib/workspace/audit/contract";

export const maxAgeSeconds = 14 * 24 * 60 * 60;
/** How long the networks of past sign-ins are known. */
const retentionMs = 90 * dayMs;
const maxListed = 50;
const seenIntervalMs = 5 * 60_000;

type Owner = { id: string; name: string; email: string };

/** A keyed digest that distinguishes networks without naming them; per account, so that accounts cannot be correlated. */
const digestOf = (accountId: string, network: string) =>
  createHmac("sha256", env().NEXTAUTH_SECRET).update(`network ${accountId} ${network}`).digest("base64url").slice(0, 22);

/** Whether the account was signed in to from this network before. */
export async function isKnownNetwork(accountId: string, network: string): Promise<boolean> {
  const where = { accountId, network: digestOf(accountId, network), createdAt: { gt: new Date(currentTime().getTime() - retentionMs) } };
  return (await db().session.findFirst({ where, select: { id: true } })) !== null;
}

/** Begins a session, and records it in the audit log of each workspace of the account. `epoch` was read with the checked password. */
export async function begin(account: Owner & { epoch: number }, from: { network: string; agent: string }): Promise<string> {
  const { id: accountId, name, email, epoch } = account;
  const id = newId();
  const createdAt = currentTime();
  const network = digestOf(accountId, from.network);
  const expiresAt = new Date(createdAt.getTime() + maxAgeSeconds * 1000);
  await db().$transaction(async (tx) => {
    await tx.session.create({ data: { id, accountId, epoch, agent: from.agent, network, createdAt, lastSeenAt: createdAt, expiresAt } });
    const members = await tx.member.findMany({ where: { accountId }, select: { workspaceId: true } });
    const details = { email, browser: from.agent };
    const workspaceIds = members.map(({ workspaceId }) => workspaceId);
    await audit.recordInAll(tx, workspaceIds, { accountId, name }, { what: "session.signed_in", subject: name, details });
  });
  return id;
}

/** The active sessions, the last seen first. */
export async function list(accountId: string, current: string) {
  const { sessionEpoch: epoch } = await db().account.findUniqueOrThrow({ where: { id: accountId }, select: { sessionEpoch: true } });
  const rows = await db().session.findMany({
    where: { accountId, epoch, endedAt: null, expiresAt: { gt: currentTime() } },
    select: { id: true, agent: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return { sessions: rows.map((row) => ({ ...row, isThis: row.id === current })) };
}

/** Ends the session, which invalidates the cookie and every copy of it on every instance. Does nothing for an ended session. */
export async function signOut(id: string): Promise<void> {
  const accountId = (await db().session.findUnique({ where: { id }, select: { accountId: true } }))?.accountId;
  if (accountId) await end(accountId, id, "session.signed_out");
}

/** Ends another session of the same account. @throws not_found */
export async function endOther(by: Actor & { accountId: string }, id: string): Promise<{ ended: true }> {
  if (!(await end(by.accountId, id, "session.ended"))) throw new AppError("not_found", "There is no such session: it has ended.");
  return { ended: true };
}

async function end(accountId: string, id: string, what: EntryKind): Promise<boolean> {
  const affected = await db().$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({ where: { id, accountId, endedAt: null }, data: { endedAt: currentTime() } });
    if (count === 0) return undefined;
    // Its browser gets no notifications any more.
    await tx.pushSubscription.deleteMany({ where: { sessionId: id } });
    const { agent, account } = await tx.session.findUniqueOrThrow({
      where: { id },
      select: { agent: true, account: { select: { name: true, email: true, members: { select: { workspaceId: true } } } } },
    });
    const { name, email, members } = account;
    const workspaceIds = members.map(({ workspaceId }) => workspaceId);
    await audit.recordInAll(tx, workspaceIds, { accountId, name }, { what, subject: name, details: { email, browser: agent } });
    return workspaceIds;
  });
  if (!affected) return false;
  metrics.sessionsEnded(what === "session.ended" ? "elsewhere" : "signed_out", 1);
  log.info({ accountId, what }, "a session was ended");
  // Its open streams end before the response.
  await notifyAccessChanges(affected);
  return true;
}

/** Updates "last seen" with a precision of five minutes: after the response, best effort, skipping a locked row. */
export function updateLastSeen(id: string, lastSeenAt: Date): void {
  const now = currentTime().getTime();
  if (now - lastSeenAt.getTime() < seenIntervalMs) return;
  const at = new Date(now);
  const before = new Date(now - seenIntervalMs);
  setImmediate(() => {
    run(db(), { scope: "everywhere" })`
      update session set last_seen_at = ${at} where id in
        (select id from session where id = ${id}::uuid and last_seen_at < ${before} for update skip locked)`.catch((error: unknown) =>
      log.debug({ error }, "when a session was last seen was not written"),
    );
  });
}

/** Removes sessions that began more than 90 days ago, in batches. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  await deleteInBatches(
    { what: "sessions", signal },
    (limit) => run(db(), { scope: "everywhere" })`
      delete from session where id in (select id from session where created_at < ${before} order by created_at limit ${limit})`,
  );
}
