import type { Tx } from "@/lib/domain/members/held";

/**
 * The account joins a workspace: what an admin of another could set its password with stops for good. The account is held, or
 * is new.
 */
export async function withdrawForJoining(tx: Tx, accountId: string): Promise<void> {
  const where = { accountId, workspaceId: { not: null }, usedAt: null, withdrawnAt: null };
  await tx.resetLink.updateMany({ where, data: { withdrawnAt: new Date() } });
}
