import { db } from "@/lib/platform/db";
import * as metrics from "@/lib/platform/metrics";

/** So long a link that was used, revoked or has expired still says what became of it. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Removes invitations and reset links that expired more than 30 days ago. There are few: people make each by hand. */
export async function removeOld(): Promise<void> {
  const expiresAt = { lt: new Date(Date.now() - keptMs) };
  const [invitations, resets] = [
    await db().invitation.deleteMany({ where: { expiresAt } }),
    await db().resetLink.deleteMany({ where: { expiresAt } }),
  ];
  const removed = invitations.count + resets.count;
  if (removed > 0) metrics.rowsRemoved("links", removed);
}
