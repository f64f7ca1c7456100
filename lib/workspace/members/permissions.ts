import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withRetry } from "@/lib/platform/db/errors";
import { lockRow } from "@/lib/platform/db/lock-row";
import type { Actor } from "@/lib/workspace/audit/contract";

/** The member who makes a change, with the role that authorizes it. */
export type ActingMember = Actor & { role: Role };
export type Tx = Prisma.TransactionClient;
export type Row = { role: Role; createdAt: Date; account: { id: string; name: string; email: string } };

export const withAccount = { account: { select: { id: true, name: true, email: true } } } as const;

/** Locks the workspace until the transaction ends, so that changes of its members and invitations are serialized. */
export const lockWorkspace = (tx: Tx, workspaceId: string) => lockRow(tx, "workspace", workspaceId);

/**
 * Locks the workspace, and reads who acts once more: their role may have been taken while the call waited, and nobody does what they
 * could not begin now. @throws forbidden
 */
export async function lockAsAdmin(tx: Tx, workspaceId: string, acting: ActingMember): Promise<ActingMember> {
  const { accountId } = acting;
  await lockWorkspace(tx, workspaceId);
  if (accountId === null) return acting;
  const where = { workspaceId_accountId: { workspaceId, accountId } };
  const found = await tx.member.findUnique({ where, select: { role: true } });
  if (!found || found.role === "agent") throw refusalError("forbidden", "forbidden");
  return { ...acting, role: found.role };
}

type Change = { acting: ActingMember; accountId: string };

/**
 * Runs `work` under the workspace lock, so that two owners cannot remove each other at the same time; again when it lost a race for
 * chats. It gets the acting member as they are then. @throws not_found, forbidden
 */
export function updateMember<T>(
  workspaceId: string,
  { acting: before, accountId }: Change,
  work: (tx: Tx, member: Row, acting: ActingMember) => Promise<T>,
): Promise<T> {
  const attempt = async (tx: Tx) => {
    const acting = await lockAsAdmin(tx, workspaceId, before);
    const member = await tx.member.findUnique({ where: { workspaceId_accountId: { workspaceId, accountId } }, include: withAccount });
    if (!member) throw new AppError("not_found", "There is no such member.");
    return work(tx, member, acting);
  };
  return withRetry(() => db().$transaction(attempt));
}

export function requireOwner({ role }: { role: Role }): void {
  if (role !== "owner") throw new AppError("forbidden", "Only an owner may do this to an owner.");
}

/** Whether a member with `role` may invite, or make a reset link for, a member with role `other`. */
export const canManage = (role: Role, other: Role): boolean => role === "owner" || (role === "admin" && other !== "owner");

/** `mayHandle` for the maker of a link, by their current role; the command line (null) always may. */
export async function canStillManage(tx: Tx, workspaceId: string, madeBy: string | null, role: Role): Promise<boolean> {
  if (madeBy === null) return true;
  const maker = await tx.member.findUnique({
    where: { workspaceId_accountId: { workspaceId, accountId: madeBy } },
    select: { role: true },
  });
  return maker !== null && canManage(maker.role, role);
}
