import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { notifyAccessChanges } from "@/lib/platform/notify";
import { lockAccount, writePassword } from "@/lib/workspace/accounts";
import { hashOf, newLink } from "@/lib/workspace/accounts/link";
import { hashPassword } from "@/lib/workspace/accounts/password";
import * as audit from "@/lib/workspace/audit";
import { commandLine } from "@/lib/workspace/audit/contract";
import { type ActingMember, canStillManage, lockWorkspace, requireOwner, type Tx, updateMember } from "@/lib/workspace/members/permissions";

type Made = { token: string; expiresAt: Date };
type Link = { workspaceId: string | null; madeBy: string | null };

/** A link for a member who belongs to no other workspace; it replaces an earlier one. @throws not_found, forbidden, conflict */
export async function make(workspaceId: string, by: ActingMember, accountId: string): Promise<Made> {
  return updateMember(workspaceId, { acting: by, accountId }, async (tx, member, acting) => {
    if (accountId === acting.accountId) throw new AppError("conflict", "Change your own password in your profile.");
    if (member.role === "owner") requireOwner(acting);
    // Locked, so that the account cannot join another workspace before the link is written.
    const { name, email, members } = await lockAccount(tx, accountId);
    if (members.length > 1)
      throw new AppError("forbidden", "They belong to another workspace too, so only they or the operator can change their password.");
    const made = await write(tx, accountId, { workspaceId, madeBy: acting.accountId });
    await audit.record(tx, workspaceId, acting, { what: "member.reset_link_made", subject: name, details: { email } });
    return made;
  });
}

/** The operator's link, for any account. @throws not_found */
export async function makeByOperator(email: string): Promise<Made> {
  const found = await db().account.findUnique({ where: { email }, select: { id: true } });
  if (!found) throw new AppError("not_found", `There is no account with the e-mail ${email}.`);
  return db().$transaction(async (tx) => {
    const { id, name, members } = await lockAccount(tx, found.id);
    const made = await write(tx, id, { workspaceId: null, madeBy: null });
    const workspaceIds = members.map(({ workspaceId }) => workspaceId);
    await audit.recordInAll(tx, workspaceIds, commandLine, { what: "member.reset_link_made", subject: name, details: { email } });
    return made;
  });
}

async function write(tx: Tx, accountId: string, { workspaceId, madeBy }: Link): Promise<Made> {
  const { token, storedFields: stored } = newLink();
  const where = { accountId, workspaceId, usedAt: null, withdrawnAt: null };
  await tx.resetLink.updateMany({ where, data: { withdrawnAt: stored.createdAt } });
  await tx.resetLink.create({ data: { id: newId(), accountId, workspaceId, madeBy, ...stored } });
  return { token, expiresAt: stored.expiresAt };
}

const withdrawn = () => new AppError("conflict", "This link does not count any more. Ask for a new one.");

/** @throws not_found for an unknown token, conflict with the state of a link that is not open any more */
async function find(on: Pick<Tx, "resetLink">, token: string) {
  const found = await on.resetLink.findUnique({
    where: { hash: hashOf(token) },
    select: {
      ...{ id: true, accountId: true, workspaceId: true, madeBy: true, usedAt: true, withdrawnAt: true, expiresAt: true },
      account: { select: { email: true } },
    },
  });
  if (!found) throw refusalError("not_found", "linkWrong");
  if (found.usedAt)
    throw new AppError("conflict", "This link was used already. Sign in with the password that was chosen, or ask for a new link.");
  if (found.withdrawnAt) throw withdrawn();
  if (found.expiresAt <= currentTime()) throw refusalError("conflict", "linkEnded");
  return found;
}

export async function readReset(token: string): Promise<{ email: string }> {
  const { account } = await find(db(), token);
  return { email: account.email };
}

/** Chooses a new password; all sessions of the account end, and its other links stop. @throws as `find` */
export async function use({ token, password }: { token: string; password: string }): Promise<{ email: string }> {
  const { accountId, workspaceId, account } = await find(db(), token);
  const passwordHash = await hashPassword(password);
  const affected = await db().$transaction(async (tx) => {
    // The workspace is locked before the account, as everywhere, against deadlocks. Nothing read below can change now.
    if (workspaceId) await lockWorkspace(tx, workspaceId);
    const locked = await lockAccount(tx, accountId);
    const found = await find(tx, token);
    await requireStillMayReset(tx, found, locked.members);
    await tx.resetLink.update({ where: { id: found.id }, data: { usedAt: currentTime() } });
    return writePassword(tx, accountId, { passwordHash, by: { accountId, name: locked.name }, what: "member.reset_link_used" });
  });
  await notifyAccessChanges(affected);
  return { email: account.email };
}

/** An admin's link is valid while the account belongs to that workspace only, and the maker's role there may still reset it. */
async function requireStillMayReset(
  tx: Tx,
  { accountId, workspaceId, madeBy }: Link & { accountId: string },
  members: { workspaceId: string }[],
): Promise<void> {
  if (!workspaceId) return;
  if (members.length !== 1 || members[0]?.workspaceId !== workspaceId) throw withdrawn();
  const where = { workspaceId_accountId: { workspaceId, accountId } };
  const { role } = await tx.member.findUniqueOrThrow({ where, select: { role: true } });
  if (!(await canStillManage(tx, workspaceId, madeBy, role))) throw withdrawn();
}
