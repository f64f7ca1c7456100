/**
 * A member is an account in one workspace, with a role; invitations and reset links are here, too. A customer is never a member: that is
 * a person or a contact.
 */

import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { notify, notifyAccessChange } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import * as invitations from "./invitations";
import { type ActingMember, type Row, requireOwner, type Tx, updateMember, withAccount } from "./permissions";
import { unassign } from "./unassign";

const viewOf = ({ role, createdAt, account }: Row) => ({ ...account, role, createdAt });

export async function list(workspaceId: string) {
  const rows = await db().member.findMany({
    where: { workspaceId },
    include: withAccount,
    orderBy: [{ createdAt: "asc" }, { accountId: "asc" }],
  });
  return { members: rows.map(viewOf) };
}

/** The names of the members, in the order in which they joined. */
export async function team(workspaceId: string) {
  const members = await db().member.findMany({
    where: { workspaceId },
    select: { account: { select: { id: true, name: true } } },
    orderBy: [{ createdAt: "asc" }, { accountId: "asc" }],
  });
  return { items: members.map(({ account }) => account) };
}

/** @throws not_found, forbidden, conflict when no owner would be left */
export async function changeRole(workspaceId: string, by: ActingMember, { accountId, role }: { accountId: string; role: Role }) {
  return updateMember(workspaceId, { acting: by, accountId }, async (tx, member, acting) => {
    if (member.role === "owner" || role === "owner") requireOwner(acting);
    if (member.role === "owner" && role !== "owner") await requireAnotherOwner(tx, workspaceId, accountId);
    if (member.role === role) return viewOf(member);
    const { name, email } = member.account;
    const details = { role: { from: member.role, to: role }, email };
    await audit.record(tx, workspaceId, acting, { what: "member.role_changed", subject: name, details });
    const where = { workspaceId_accountId: { workspaceId, accountId } };
    const changed = await tx.member.update({ where, data: { role }, include: withAccount });
    await invitations.revokeUnbacked(tx, workspaceId, acting, accountId);
    return viewOf(changed);
  });
}

/** Membership is checked on every call, so a removed member loses access at once, and their chats with it. @throws as `changeRole` */
export async function remove(workspaceId: string, by: ActingMember, accountId: string): Promise<{ removed: true }> {
  const unassigned = await updateMember(workspaceId, { acting: by, accountId }, async (tx, member, acting) => {
    if (member.role === "owner") requireOwner(acting);
    if (member.role === "owner") await requireAnotherOwner(tx, workspaceId, accountId);
    const { name, email } = member.account;
    const what = accountId === acting.accountId ? "member.left" : "member.removed";
    await audit.record(tx, workspaceId, acting, { what, subject: name, details: { email, role: member.role } });
    return removeIn(tx, workspaceId, acting, accountId);
  });
  await announceRemoved(workspaceId, unassigned);
  return { removed: true };
}

type Unassigned = Awaited<ReturnType<typeof unassign>>;

/** The removal itself, in a transaction that has locked the workspace. Returns the chats that were theirs. */
export async function removeIn(tx: Tx, workspaceId: string, acting: ActingMember, accountId: string): Promise<Unassigned> {
  await tx.member.delete({ where: { workspaceId_accountId: { workspaceId, accountId } } });
  // A reset link of this workspace must not work after the account joins another one or comes back.
  await tx.resetLink.updateMany({
    where: { accountId, workspaceId, usedAt: null, withdrawnAt: null },
    data: { withdrawnAt: currentTime() },
  });
  await invitations.revokeUnbacked(tx, workspaceId, acting, accountId);
  return unassign(tx, workspaceId, acting, accountId);
}

/** Their open streams end before the response. */
export async function announceRemoved(workspaceId: string, unassigned: Unassigned): Promise<void> {
  await notifyAccessChange(workspaceId);
  if (unassigned.length === 0) return;
  const chats = unassigned.map(({ chatId, seq }) => ({ id: chatId, seq }));
  notify(workspaceId, { chats, people: unassigned.map(({ personId }) => personId) });
}

async function requireAnotherOwner(tx: Tx, workspaceId: string, accountId: string): Promise<void> {
  const others = await tx.member.count({ where: { workspaceId, role: "owner", accountId: { not: accountId } } });
  if (others === 0) throw new AppError("conflict", "A workspace needs an owner. Make somebody else an owner first.");
}
