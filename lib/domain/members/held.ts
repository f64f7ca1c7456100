import type { Actor } from "@/lib/domain/audit/contract";
import type { Role } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";

/** Who changes members, and what their role lets them. */
export type Acting = Actor & { role: Role };
export type Tx = Prisma.TransactionClient;
export type Row = { role: Role; createdAt: Date; account: { id: string; name: string; email: string } };

export const withAccount = { account: { select: { id: true, name: true, email: true } } } as const;

/** The workspace, locked to the end of the transaction: changes of its members and invitations come one after the other. */
export const holdWorkspace = (tx: Tx, workspaceId: string) =>
  tx.$executeRaw`select id from workspace where id = ${workspaceId}::uuid for update`;

/** Two owners cannot remove each other at once, because their changes come one after the other. @throws not_found */
export function change<T>(workspaceId: string, accountId: string, work: (tx: Tx, member: Row) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await holdWorkspace(tx, workspaceId);
    const member = await tx.member.findUnique({ where: { workspaceId_accountId: { workspaceId, accountId } }, include: withAccount });
    if (!member) throw new AppError("not_found", "There is no such member.");
    return work(tx, member);
  });
}

export function onlyOwner({ role }: { role: Role }): void {
  if (role !== "owner") throw new AppError("forbidden", "Only an owner may do this to an owner.");
}

/** Whether somebody's role lets them bring in, or give a link to, a member of that role. */
export const mayHandle = (role: Role, other: Role): boolean => role === "owner" || (role === "admin" && other !== "owner");

/** The same of whoever made a link, as they stand now; the command line may always. */
export async function mayStill(tx: Tx, workspaceId: string, madeBy: string | null, role: Role): Promise<boolean> {
  if (madeBy === null) return true;
  const maker = await tx.member.findUnique({
    where: { workspaceId_accountId: { workspaceId, accountId: madeBy } },
    select: { role: true },
  });
  return maker !== null && mayHandle(maker.role, role);
}
