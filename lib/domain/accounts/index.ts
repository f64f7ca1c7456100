import { z } from "zod";
import * as audit from "@/lib/domain/audit";
import type { Actor, What } from "@/lib/domain/audit/contract";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { tellChanges } from "@/lib/platform/notify";
import * as limit from "@/lib/platform/rate-limit";
import { hashPassword, isPassword } from "./password";

const guessesPerMinute = 10;

type Tx = Prisma.TransactionClient;
type Own = { accountId: string; name: string };

/** The account, locked to the end of the transaction: its password, its sessions and where it belongs stay as they are. */
export async function hold(tx: Tx, accountId: string) {
  await tx.$executeRaw`select id from account where id = ${accountId}::uuid for update`;
  return tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { id: true, name: true, email: true, passwordHash: true, passwordBy: true, members: { select: { workspaceId: true } } },
  });
}

const GoesOnRow = z.strictObject({ found: z.literal(1) });

/** Whether the session still goes on; asked under the account's lock, nothing ends it before the transaction does. */
export async function goesOn(tx: Tx, sessionId: string): Promise<boolean> {
  const found = await rows(tx, GoesOnRow)`
    select 1 as found from session s join account a on a.id = s.account_id and a.session_epoch = s.epoch
    where s.id = ${sessionId}::uuid and s.ended_at is null and s.expires_at > ${new Date()}`;
  return found.length > 0;
}

type Written = { passwordHash: string; by: Actor; what: What };

/**
 * Writes a password that its owner chose. All sessions end, and open reset links stop. An account has one password for all its
 * workspaces, so the log of each tells of it. Returns them: they are to be told after the commit.
 */
export async function writePassword(tx: Tx, accountId: string, { passwordHash, by, what }: Written): Promise<string[]> {
  const now = new Date();
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

/** Changes one's own password; all sessions of the account end. @throws invalid_request when the current one is wrong, rate_limited */
export async function changePassword(by: Own, { current, next }: { current: string; next: string }): Promise<{ changed: true }> {
  const { accountId } = by;
  const { allowed, resetSeconds } = await limit.take(`password:${accountId}`, guessesPerMinute);
  if (!allowed) {
    throw new AppError("rate_limited", `Too many attempts. Try again in ${resetSeconds} seconds.`, { "retry-after": String(resetSeconds) });
  }
  const wrong = () => new AppError("invalid_request", "The current password is not right.");
  const before = await db().account.findUniqueOrThrow({ where: { id: accountId }, select: { passwordHash: true } });
  if (!(await isPassword(current, before.passwordHash))) throw wrong();
  const passwordHash = await hashPassword(next);
  const told = await db().$transaction(async (tx) => {
    const { passwordHash: now } = await hold(tx, accountId);
    // Somebody with a reset link was quicker.
    if (now !== before.passwordHash) throw wrong();
    return writePassword(tx, accountId, { passwordHash, by, what: "member.password_changed" });
  });
  await tellChanges(told);
  return { changed: true };
}

const signedOut = () => new AppError("signed_out", "You are signed out. Sign in again.");

/**
 * Chooses a password in place of one that somebody else made; all sessions of the account end. Whoever made it may be the one
 * who chooses: so one that an admin made opens that admin's workspace at the most, and no other.
 * @throws signed_out, conflict when there is nothing to choose, forbidden when only a link of the operator helps, invalid_request
 */
export async function choosePassword(signedIn: { accountId: string; sessionId: string } | undefined, password: string) {
  if (!signedIn) throw signedOut();
  const { accountId, sessionId } = signedIn;
  const before = await db().account.findUniqueOrThrow({ where: { id: accountId }, select: { passwordHash: true, passwordBy: true } });
  if (before.passwordBy === "self") throw ownAlready();
  if (await isPassword(password, before.passwordHash))
    throw new AppError("invalid_request", "password must be another than the one that you were given.");
  const passwordHash = await hashPassword(password);
  const { told, email } = await db().$transaction(async (tx) => {
    const account = await hold(tx, accountId);
    if (!(await goesOn(tx, sessionId))) throw signedOut();
    if (account.passwordBy === "self") throw ownAlready();
    if (account.passwordBy === "admin" && account.members.length > 1) throw new AppError("forbidden", onlyByOperator);
    const by = { accountId, name: account.name };
    return { email: account.email, told: await writePassword(tx, accountId, { passwordHash, by, what: "member.password_changed" }) };
  });
  await tellChanges(told);
  return { changed: true as const, email };
}

const ownAlready = () => new AppError("conflict", "You chose your password yourself. Change it in your profile.");
const onlyByOperator =
  "An admin of one workspace made your password, and you belong to several. Ask whoever runs Beside for a link to choose a new one.";

/** Why a person with such a password cannot choose another by themselves; nothing when they can. */
export async function whyNotChoose(accountId: string, passwordBy: "operator" | "admin"): Promise<string | undefined> {
  if (passwordBy === "operator") return undefined;
  return (await db().member.count({ where: { accountId } })) > 1 ? onlyByOperator : undefined;
}

/** For the demo, whose passwords are printed: they count as chosen by whoever plays with it. */
export async function setPassword(accountId: string, by: Actor, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await tellChanges(await db().$transaction((tx) => writePassword(tx, accountId, { passwordHash, by, what: "member.password_reset" })));
}
