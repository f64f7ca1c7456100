import { currentTime } from "@/lib/platform/db/clock";
import type { Tx } from "@/lib/workspace/members/permissions";

/**
 * Withdraws the reset links of other workspaces' admins when an account joins a workspace. The caller has locked the account or
 * has just created it.
 */
export async function withdrawForJoining(tx: Tx, accountId: string): Promise<void> {
  const where = { accountId, workspaceId: { not: null }, usedAt: null, withdrawnAt: null };
  await tx.resetLink.updateMany({ where, data: { withdrawnAt: currentTime() } });
}
