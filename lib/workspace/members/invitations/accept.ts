import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUniqueViolation } from "@/lib/platform/db/errors";
import { isSessionActive, lockAccount } from "@/lib/workspace/accounts";
import { hashOf } from "@/lib/workspace/accounts/link";
import { hashPassword } from "@/lib/workspace/accounts/password";
import * as audit from "@/lib/workspace/audit";
import { canStillManage, lockWorkspace, type Tx } from "@/lib/workspace/members/permissions";

type Found = { workspaceId: string; id: string; email: string; role: Role; madeBy: string | null };
/** The session that came with the request. */
type SignedIn = { accountId: string; sessionId: string } | undefined;
type Accepted = { token: string; name?: string | undefined; password?: string | undefined };

const selected = {
  ...{ workspaceId: true, id: true, email: true, role: true, madeBy: true, makerName: true },
  ...{ openFor: true, acceptedAt: true, expiresAt: true },
  workspace: { select: { name: true, slug: true } },
} as const;

const revoked = () =>
  new AppError("conflict", "This invitation was revoked, or a newer one took its place. Open the newest link, or ask for another.");

/** @throws not_found for an unknown token, conflict with the state of an invitation that is not open any more */
async function find(on: Pick<Tx, "invitation">, token: string) {
  const found = await on.invitation.findFirst({ where: { hash: hashOf(token) }, select: selected });
  if (!found) throw refusalError("not_found", "linkWrong");
  if (found.acceptedAt) throw refusalError("conflict", "invitationUsed");
  if (!found.openFor) throw revoked();
  if (found.expiresAt <= currentTime()) throw refusalError("conflict", "invitationEnded");
  return found;
}

/** What an invitation is for. It does not reveal whether its e-mail has an account, because the maker of the link could open it, too. */
export async function readInvitation(token: string, signedInAs: string | undefined) {
  const { workspace, email, role, makerName } = await find(db(), token);
  return { workspace: workspace.name, email, role, madeBy: makerName, signedInAs: signedInAs ?? null };
}

/**
 * Makes the invited person a member: with a name and a password as a new account, or as the account of the session, which must
 * have the invited e-mail.
 * @throws as `find`; forbidden; conflict when a new account is requested and the e-mail already has one
 */
export async function accept({ token, name, password }: Accepted, signedIn: SignedIn): Promise<{ workspace: string; email: string }> {
  const { workspaceId, workspace, email } = await find(db(), token);
  const isNew = name !== undefined || password !== undefined;
  const fresh = isNew ? await newAccount(name, password) : undefined;
  try {
    await db().$transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      // Read again under the lock: when two requests accept at the same time, the second finds the invitation used.
      const found = await find(tx, token);
      if (!(await canStillManage(tx, workspaceId, found.madeBy, found.role))) throw revoked();
      const account = fresh ? await create(tx, found, fresh) : await existing(tx, found, signedIn);
      await join(tx, found, account);
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("conflict", `There is an account with the e-mail ${email} already. Sign in to it to accept.`);
    throw error;
  }
  return { workspace: workspace.slug, email };
}

async function newAccount(name: string | undefined, password: string | undefined) {
  if (name === undefined) throw new AppError("invalid_request", "name must be a string; you sent nothing.");
  if (password === undefined) throw new AppError("invalid_request", "password must be a string; you sent nothing.");
  return { name, passwordHash: await hashPassword(password) };
}

function create(tx: Tx, { email }: Found, { name, passwordHash }: { name: string; passwordHash: string }) {
  return tx.account.create({ data: { id: newId(), email, name, passwordHash, passwordBy: "self", createdAt: currentTime() } });
}

/**
 * The account of the session. The account is locked before the session is checked again: a password reset before the lock has
 * ended the session, and a reset after it sees a member of this workspace.
 */
async function existing(tx: Tx, { email }: Found, signedIn: SignedIn) {
  if (!signedIn) throw new AppError("forbidden", `Sign in as ${email}, or choose a name and a password.`);
  const account = await lockAccount(tx, signedIn.accountId);
  if (!(await isSessionActive(tx, signedIn.sessionId)))
    throw new AppError("forbidden", `Your session has ended. Sign in as ${email} to accept.`);
  if (account.email !== email)
    throw new AppError("forbidden", `This invitation is for ${email}, and you are signed in as ${account.email}. Sign out first.`);
  if (account.passwordBy !== "self")
    throw new AppError("forbidden", "Somebody else made your password. Choose one of your own first, then open this link again.");
  return account;
}

async function join(tx: Tx, { workspaceId, id, email, role }: Found, account: { id: string; name: string }): Promise<void> {
  const now = currentTime();
  await tx.member.create({ data: { workspaceId, accountId: account.id, role, createdAt: now } });
  await tx.invitation.update({ where: { workspaceId_id: { workspaceId, id } }, data: { openFor: null, acceptedAt: now } });
  await withdrawForJoining(tx, account.id);
  const by = { accountId: account.id, name: account.name };
  await audit.record(tx, workspaceId, by, { what: "invitation.accepted", subject: account.name, details: { email, role } });
}

/**
 * Withdraws the reset links of other workspaces' admins when an account joins a workspace. The caller has locked the account or
 * has just created it.
 */
async function withdrawForJoining(tx: Tx, accountId: string): Promise<void> {
  const where = { accountId, workspaceId: { not: null }, usedAt: null, withdrawnAt: null };
  await tx.resetLink.updateMany({ where, data: { withdrawnAt: currentTime() } });
}
