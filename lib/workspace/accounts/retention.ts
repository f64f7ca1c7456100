import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import * as metrics from "@/lib/platform/metrics";

/** For this long after it expires, a link still shows whether it was used, revoked or expired. */
const retentionMs = 30 * dayMs;

/** Removes invitations and reset links that expired more than 30 days ago. There are few, because each is made by hand. */
export async function deleteExpired(): Promise<void> {
  const expiresAt = { lt: new Date(currentTime().getTime() - retentionMs) };
  const [invitations, resets] = [
    await db().invitation.deleteMany({ where: { expiresAt } }),
    await db().resetLink.deleteMany({ where: { expiresAt } }),
  ];
  const removed = invitations.count + resets.count;
  if (removed > 0) metrics.rowsRemoved("links", removed);
}
