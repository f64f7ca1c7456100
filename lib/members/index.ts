import * as audit from "@/lib/audit";
import type { Actor } from "@/lib/audit/contract";
import type { Role } from "@/lib/contract";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/db/client/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import * as limit from "@/lib/limit";
import { hashPassword, isPassword, newPassword } from "./password";

const guessesPerMinute = 10;

/** Who changes members, and what their role lets them. */
type Acting = Actor & { role: Role };
type Tx = Prisma.TransactionClient;
type Row = { role: Role; createdAt: Date; account: { id: string; name: string; email: string } };

type NewMember = { name: string; email: string; role: Role; password?: string | undefined };

const withAccount = { account: { select: { id: true, name: true, email: true } } } as const;
const viewOf = ({ role, createdAt, account }: Row) => ({ ...account, role, createdAt });
const noSuchMember = () => new AppError("not_found", "There is no such member.");

export async function list(workspaceId: string) {
  const rows = await db().member.findMany({
    where: { workspaceId },
    include: withAccount,
    orderBy: [{ createdAt: "asc" }, { accountId: "asc" }],
  });
  return { members: rows.map(viewOf) };
}

/**
 * Adds a member. An e-mail without an account gets one with a first password, the given or a new one, which is returned this once.
 * @throws conflict when they are a member already, forbidden when an admin makes an owner
 */
export async function add(workspaceId: string, acting: Acting, input: NewMember) {
  if (input.role === "owner") onlyOwner(acting);
  const { password = newPassword() } = input;
  const passwordHash = await hashPassword(password);
  try {
    return await db().$transaction(async (tx) => {
      const known = await tx.account.findUnique({ where: { email: input.email } });
      const account =
        known ??
        (await tx.account.create({ data: { id: newId(), email: input.email, name: input.name, passwordHash, createdAt: new Date() } }));
      const data = { workspaceId, accountId: account.id, role: input.role, createdAt: new Date() };
      const member = viewOf(await tx.member.create({ data, include: withAccount }));
      const details = { email: member.email, role: member.role };
      await audit.record(tx, workspaceId, acting, { what: "member.added", subject: member.name, details });
      return { member, password: known ? null : password };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("conflict", "Somebody with this e-mail is a member already.");
    throw error;
  }
}

/** @throws not_found, forbidden, conflict when no owner would be left */
export async function changeRole(workspaceId: string, acting: Acting, { accountId, role }: { accountId: string; role: Role }) {
  return change(workspaceId, accountId, async (tx, member) => {
    if (member.role === "owner" || role === "owner") onlyOwner(acting);
    if (member.role === "owner" && role !== "owner") await anotherOwner(tx, workspaceId, accountId);
    if (member.role === role) return viewOf(member);
    const { name, email } = member.account;
    const details = { role: { from: member.role, to: role }, email };
    await audit.record(tx, workspaceId, acting, { what: "member.role_changed", subject: name, details });
    const where = { workspaceId_accountId: { workspaceId, accountId } };
    return viewOf(await tx.member.update({ where, data: { role }, include: withAccount }));
  });
}

/** Membership is looked up on every call, so the sessions of a removed member end at once. @throws as `changeRole` */
export async function remove(workspaceId: string, acting: Acting, accountId: string): Promise<{ removed: true }> {
  return change(workspaceId, accountId, async (tx, member) => {
    if (member.role === "owner") onlyOwner(acting);
    if (member.role === "owner") await anotherOwner(tx, workspaceId, accountId);
    await tx.member.delete({ where: { workspaceId_accountId: { workspaceId, accountId } } });
    const { name, email } = member.account;
    const what = accountId === acting.accountId ? "member.left" : "member.removed";
    await audit.record(tx, workspaceId, acting, { what, subject: name, details: { email, role: member.role } });
    return { removed: true as const };
  });
}

/** A new password for a member of this workspace alone; all their sessions end. @throws not_found, forbidden, conflict */
export async function resetPassword(workspaceId: string, acting: Acting, accountId: string): Promise<{ password: string }> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return change(workspaceId, accountId, async (tx, member) => {
    if (accountId === acting.accountId) throw new AppError("conflict", "Change your own password in your profile.");
    if (member.role === "owner") onlyOwner(acting);
    const elsewhere = await tx.member.count({ where: { accountId, workspaceId: { not: workspaceId } } });
    if (elsewhere > 0)
      throw new AppError("forbidden", "They belong to another workspace too, so only they or the operator can change their password.");
    await writePassword(tx, accountId, acting, passwordHash);
    return { password };
  });
}

/** Changes one's own password; all sessions of the account end. @throws invalid_request when the current one is wrong, rate_limited */
export async function changePassword(
  by: Actor & { accountId: string },
  { current, next }: { current: string; next: string },
): Promise<{ changed: true }> {
  const { accountId } = by;
  const { allowed, resetSeconds } = await limit.take(`password:${accountId}`, guessesPerMinute);
  if (!allowed) {
    throw new AppError("rate_limited", `Too many attempts. Try again in ${resetSeconds} seconds.`, { "retry-after": String(resetSeconds) });
  }
  const { passwordHash } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  if (!(await isPassword(current, passwordHash))) throw new AppError("invalid_request", "The current password is not right.");
  await setPassword(accountId, by, next);
  return { changed: true };
}

/** An account has one password for all its workspaces, so the log of each of them tells of a change. */
export async function setPassword(accountId: string, by: Actor, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db().$transaction((tx) => writePassword(tx, accountId, by, passwordHash));
}

async function writePassword(tx: Tx, accountId: string, by: Actor, passwordHash: string): Promise<void> {
  const { name, email, members } = await tx.account.update({
    where: { id: accountId },
    data: { passwordHash, sessionEpoch: { increment: 1 } },
    select: { name: true, email: true, members: { select: { workspaceId: true } } },
  });
  const what = accountId === by.accountId ? "member.password_changed" : "member.password_reset";
  for (const { workspaceId } of members) await audit.record(tx, workspaceId, by, { what, subject: name, details: { email } });
}

function onlyOwner({ role }: Acting): void {
  if (role !== "owner") throw new AppError("forbidden", "Only an owner may do this to an owner.");
}

async function anotherOwner(tx: Tx, workspaceId: string, accountId: string): Promise<void> {
  const others = await tx.member.count({ where: { workspaceId, role: "owner", accountId: { not: accountId } } });
  if (others === 0) throw new AppError("conflict", "A workspace needs an owner. Make somebody else an owner first.");
}

/** Changes of members come one after the other, so that two owners cannot remove each other at once. */
function change<T>(workspaceId: string, accountId: string, work: (tx: Tx, member: Row) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await tx.$queryRaw`select id from workspace where id = ${workspaceId}::uuid for update`;
    const member = await tx.member.findUnique({ where: { workspaceId_accountId: { workspaceId, accountId } }, include: withAccount });
    if (!member) throw noSuchMember();
    return work(tx, member);
  });
}
