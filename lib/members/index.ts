import type { Role } from "@/lib/contract";
import { db } from "@/lib/db";
import type { Prisma } from "@/lib/db/client/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import * as limit from "@/lib/limit";
import { hashPassword, isPassword, newPassword } from "./password";

const guessesPerMinute = 10;

type Acting = { id: string; role: Role };
type Row = { role: Role; createdAt: Date; account: { id: string; name: string; email: string } };

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
 * Adds a member. An e-mail without an account gets one with a first password, which is returned this once.
 * @throws conflict when they are a member already, forbidden when an admin makes an owner
 */
export async function add(workspaceId: string, acting: Acting, input: { name: string; email: string; role: Role }) {
  if (input.role === "owner") onlyOwner(acting);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  try {
    return await db().$transaction(async (tx) => {
      const known = await tx.account.findUnique({ where: { email: input.email } });
      const account =
        known ??
        (await tx.account.create({ data: { id: newId(), email: input.email, name: input.name, passwordHash, createdAt: new Date() } }));
      const data = { workspaceId, accountId: account.id, role: input.role, createdAt: new Date() };
      return { member: viewOf(await tx.member.create({ data, include: withAccount })), password: known ? null : password };
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
    return { removed: true as const };
  });
}

/** A new password for a member of this workspace alone; all their sessions end. @throws not_found, forbidden, conflict */
export async function resetPassword(workspaceId: string, acting: Acting, accountId: string): Promise<{ password: string }> {
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  return change(workspaceId, accountId, async (tx, member) => {
    if (accountId === acting.id) throw new AppError("conflict", "Change your own password in your profile.");
    if (member.role === "owner") onlyOwner(acting);
    const elsewhere = await tx.member.count({ where: { accountId, workspaceId: { not: workspaceId } } });
    if (elsewhere > 0)
      throw new AppError("forbidden", "They belong to another workspace too, so only they or the operator can change their password.");
    await tx.account.update({ where: { id: accountId }, data: { passwordHash, sessionEpoch: { increment: 1 } } });
    return { password };
  });
}

/** Changes one's own password; all sessions of the account end. @throws invalid_request when the current one is wrong, rate_limited */
export async function changePassword(accountId: string, { current, next }: { current: string; next: string }): Promise<{ changed: true }> {
  const { allowed, resetSeconds } = limit.take(`password:${accountId}`, guessesPerMinute);
  if (!allowed) {
    throw new AppError("rate_limited", `Too many attempts. Try again in ${resetSeconds} seconds.`, { "retry-after": String(resetSeconds) });
  }
  const { passwordHash } = await db().account.findUniqueOrThrow({ where: { id: accountId } });
  if (!(await isPassword(current, passwordHash))) throw new AppError("invalid_request", "The current password is not right.");
  await setPassword(accountId, next);
  return { changed: true };
}

export async function setPassword(accountId: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db().account.update({ where: { id: accountId }, data: { passwordHash, sessionEpoch: { increment: 1 } } });
}

function onlyOwner({ role }: Acting): void {
  if (role !== "owner") throw new AppError("forbidden", "Only an owner may do this to an owner.");
}

async function anotherOwner(tx: Prisma.TransactionClient, workspaceId: string, accountId: string): Promise<void> {
  const others = await tx.member.count({ where: { workspaceId, role: "owner", accountId: { not: accountId } } });
  if (others === 0) throw new AppError("conflict", "A workspace needs an owner. Make somebody else an owner first.");
}

type Tx = Prisma.TransactionClient;

/** Changes of members come one after the other, so that two owners cannot remove each other at once. */
function change<T>(workspaceId: string, accountId: string, work: (tx: Tx, member: { role: Role }) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await tx.$queryRaw`select id from workspace where id = ${workspaceId}::uuid for update`;
    const member = await tx.member.findUnique({ where: { workspaceId_accountId: { workspaceId, accountId } }, select: { role: true } });
    if (!member) throw noSuchMember();
    return work(tx, member);
  });
}
