import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { newLink } from "@/lib/workspace/accounts/link";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { type ActingMember, canManage, lockAsAdmin, requireOwner, type Tx } from "@/lib/workspace/members/permissions";

const visible = { id: true, email: true, role: true, makerName: true, createdAt: true, expiresAt: true } as const;
type Row = { id: string; email: string; role: Role; makerName: string; createdAt: Date; expiresAt: Date };
const viewOf = ({ makerName, ...row }: Row) => ({ ...row, madeBy: makerName });

/** Open invitations, including expired ones, which an admin can renew. */
export async function list(workspaceId: string) {
  const rows = await db().invitation.findMany({
    where: { workspaceId, openFor: { not: null } },
    select: visible,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return { invitations: rows.map(viewOf) };
}

/**
 * Invites an e-mail, without revealing whether it has an account. Only this call returns `token`.
 * @throws conflict when they are a member already, forbidden when an admin invites an owner
 */
export async function make(workspaceId: string, by: ActingMember, { email, role }: { email: string; role: Role }) {
  return db().$transaction(async (tx) => {
    const acting = await lockAsAdmin(tx, workspaceId, by);
    if (role === "owner") requireOwner(acting);
    return makeIn(tx, workspaceId, acting, { email, role });
  });
}

/** As `make`, in a transaction that has locked the workspace. */
export async function makeIn(tx: Tx, workspaceId: string, by: Actor, { email, role }: { email: string; role: Role }) {
  if ((await tx.member.count({ where: { workspaceId, account: { email } } })) > 0)
    throw new AppError("conflict", "Somebody with this e-mail is a member already.");
  const { token, storedFields: stored } = newLink();
  const before = await tx.invitation.updateMany({
    where: { workspaceId, openFor: email },
    data: { openFor: null, revokedAt: currentTime() },
  });
  const data = { workspaceId, id: newId(), email, openFor: email, role, madeBy: by.accountId, makerName: by.name, ...stored };
  const made = await tx.invitation.create({ data, select: visible });
  const details = { role, ...(before.count > 0 && { replacesAnother: true }) };
  await audit.record(tx, workspaceId, by, { what: "invitation.made", subject: email, details });
  return { invitation: viewOf(made), token };
}

/** @throws not_found, forbidden when an admin revokes an owner's invitation */
export async function revoke(workspaceId: string, by: ActingMember, id: string): Promise<{ revoked: true }> {
  await db().$transaction(async (tx) => {
    const acting = await lockAsAdmin(tx, workspaceId, by);
    const found = await tx.invitation.findFirst({ where: { workspaceId, id, openFor: { not: null } }, select: visible });
    if (!found) throw new AppError("not_found", "There is no such invitation: it was accepted or revoked.");
    if (found.role === "owner") requireOwner(acting);
    await close(tx, workspaceId, acting, found);
  });
  return { revoked: true };
}

async function close(tx: Tx, workspaceId: string, by: Actor, { id, email, role }: Pick<Row, "id" | "email" | "role">): Promise<void> {
  await tx.invitation.update({ where: { workspaceId_id: { workspaceId, id } }, data: { openFor: null, revokedAt: currentTime() } });
  await audit.record(tx, workspaceId, by, { what: "invitation.revoked", subject: email, details: { role } });
}

/** After a member was removed or got another role: revokes their open invitations that their role no longer allows. */
export async function revokeUnbacked(tx: Tx, workspaceId: string, by: Actor, madeBy: string): Promise<void> {
  const maker = await tx.member.findUnique({
    where: { workspaceId_accountId: { workspaceId, accountId: madeBy } },
    select: { role: true },
  });
  const open = await tx.invitation.findMany({ where: { workspaceId, madeBy, openFor: { not: null } }, select: visible });
  for (const one of open) if (!maker || !canManage(maker.role, one.role)) await close(tx, workspaceId, by, one);
}
