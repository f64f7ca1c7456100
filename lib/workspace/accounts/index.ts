/** An account is one person's sign-in: e-mail, password, name and language. It belongs to no workspace: its place in one is a member. */

import { z } from "zod";
import { AppError, refusal } from "@/lib/kernel/errors";
import type { Locale } from "@/lib/kernel/locale";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { notifyAccessChanges } from "@/lib/platform/notify";
import * as limit from "@/lib/platform/rate-limit";
import * as audit from "@/lib/workspace/audit";
import type { Actor, EntryKind } from "@/lib/workspace/audit/contract";
import { hashPassword, isPassword } from "./password";

const guessesPerMinute = 10;

type Tx = Prisma.TransactionClient;
type AccountActor = { accountId: string; name: string };

/** Reads the account and locks it until the end of the transaction: password, sessions and memberships cannot change meanwhile. */
export async function lockAccount(tx: Tx, accountId: string) {
  await lockRow(tx, "account", accountId);
  return tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { id: true, name: true, email: true, passwordHash: true, passwordBy: true, members: { select: { workspaceId: true } } },
  });
}

const FoundRow = z.strictObject({ found: z.literal(1) });

/** Whether the session is still active. Called under the account's lock: the session cannot end before the transaction. */
export async function isSessionActive(tx: Tx, sessionId: string): Promise<boolean> {
  const found = await rows(tx, { row: FoundRow, scope: "everywhere" })`
    select 1 as found from session s join account a on a.id = s.account_id and a.session_epoch = s.epoch
    where s.id = ${sessionId}::uuid and s.ended_at is null and s.expires_at > ${currentTime()}`;
  return found.length > 0;
}

type PasswordChange = { passwordHash: string; by: Actor; what: EntryKind };

/**
 * Writes a password that its owner chose, ends all sessions and withdraws open reset links. An account has one password for all
 * its workspaces, so the audit log of each records the change. Returns these workspaces, to be notified after the commit.
 */
export async function writePassword(tx: Tx, accountId: string, { passwordHash, by, what }: PasswordChange): Promise<string[]> {
  const now = currentTime();
  const { name, email, members } = await tx.account.update({
    where: { id: accountId },
    data: { passwordHash, passwordBy: "self", sessionEpoch: { increment: 1 } },
    select: { name: true, email: true, members: { select: { workspaceId: true } } },
  });
  const ended = await tx.session.updateMany({ where: { accountId, endedAt: null, expiresAt: { gt: now } }, data: { endedAt: now } });
  await tx.resetLink.updateMany({ where: { accountId, usedAt: null, withdrawnAt: null }, data: { withdrawnAt: now } });
  const workspaceIds = members.map(({ workspaceId }) => workspaceId);
  await audit.recordInAll(tx, workspaceIds, by, { what, subject: name, details: { email, sessionsEnded: ended.count } });
  metrics.sessionsEnded("password", ended.count);
  return workspaceIds;
}

/** Changes one's own password; all sessions of the account end. @throws invalid_request (wrong current password), rate_limited */
export async function changePassword(by: AccountActor, { current, next }: { current: string; next: string }): Promise<{ changed: true }> {
  const { accountId } = by;
  const { allowed, resetSeconds } = await limit.consume(`password:${accountId}`, guessesPerMinute);
  if (!allowed) {
    throw refusalError("rate_limited", refusal("tooManyAttempts", { seconds: resetSeconds }), { "retry-after": String(resetSeconds) });
  }
  const wrongPassword = () => refusalError("invalid_request", "wrongCurrent");
  const before = await db().account.findUniqueOrThrow({ where: { id: accountId }, select: { passwordHash: true } });
  if (!(await isPassword(current, before.passwordHash))) throw wrongPassword();
  const passwordHash = await hashPassword(next);
  const affected = await db().$transaction(async (tx) => {
    const { passwordHash: currentHash } = await lockAccount(tx, accountId);
    // A reset link changed the password meanwhile.
    if (currentHash !== before.passwordHash) throw wrongPassword();
    return writePassword(tx, accountId, { passwordHash, by, what: "member.password_changed" });
  });
  await notifyAccessChanges(affected);
  return { changed: true };
}

const signedOut = () => refusalError("signed_out", "signedOut");

/**
 * Replaces a password that somebody else set; all sessions of the account end. The person who set it may be the one signed in
 * here, so a password set by an admin must give access to that admin's workspace only.
 * @throws signed_out, conflict (own password already), forbidden (only the operator's reset link helps), invalid_request
 */
export async function choosePassword(signedIn: { accountId: string; sessionId: string } | undefined, password: string) {
  if (!signedIn) throw signedOut();
  const { accountId, sessionId } = signedIn;
  const before = await db().account.findUniqueOrThrow({ where: { id: accountId }, select: { passwordHash: true, passwordBy: true } });
  if (before.passwordBy === "self") throw passwordIsOwn();
  if (await isPassword(password, before.passwordHash))
    throw new AppError("invalid_request", "password must be another than the one that you were given.");
  const passwordHash = await hashPassword(password);
  const { affected, email } = await db().$transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!(await isSessionActive(tx, sessionId))) throw signedOut();
    if (account.passwordBy === "self") throw passwordIsOwn();
    if (account.passwordBy === "admin" && account.members.length > 1) throw new AppError("forbidden", operatorLinkRequired);
    const by = { accountId, name: account.name };
    return { email: account.email, affected: await writePassword(tx, accountId, { passwordHash, by, what: "member.password_changed" }) };
  });
  await notifyAccessChanges(affected);
  return { changed: true as const, email };
}

const passwordIsOwn = () => new AppError("conflict", "You chose your password yourself. Change it in your profile.");
const operatorLinkRequired =
  "An admin of one workspace made your password, and you belong to several. Ask whoever runs Beside for a link to choose a new one.";

/** Why this account cannot replace a password that somebody else set; undefined when it can. */
export async function choosePasswordBlockedReason(accountId: string, passwordBy: "operator" | "admin"): Promise<string | undefined> {
  if (passwordBy === "operator") return undefined;
  return (await db().member.count({ where: { accountId } })) > 1 ? operatorLinkRequired : undefined;
}

/** For the demo, whose passwords are printed: they count as chosen by the account's owner. */
export async function setPassword(accountId: string, by: Actor, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await notifyAccessChanges(
    await db().$transaction((tx) => writePassword(tx, accountId, { passwordHash, by, what: "member.password_reset" })),
  );
}

/** Sets the language of the account's screens; null for that of each browser. */
export async function chooseLocale(accountId: string, locale: Locale | null): Promise<{ locale: Locale | null }> {
  await db().account.update({ where: { id: accountId }, data: { locale }, select: { id: true } });
  return { locale };
}
