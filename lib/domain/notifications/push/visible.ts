import { visibleEveryMs } from "@/lib/domain/notifications/shared/visible";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";

/** A tab that was closed without a word counts for this long. */
const visibleForMs = 2 * visibleEveryMs + 5_000;

type Announced = { accountId: string; tab: string; isVisible: boolean };

/** A visible tab of a member with notifications is written down, and no other one. */
export async function announce(workspaceId: string, { accountId, tab, isVisible }: Announced): Promise<{ hasPush: boolean }> {
  const key = { workspaceId, accountId, id: tab };
  if (!isVisible) {
    await db().visibleTab.deleteMany({ where: key });
    return { hasPush: true };
  }
  const hasPush = (await db().pushSubscription.findFirst({ where: { workspaceId, accountId }, select: { id: true } })) !== null;
  if (!hasPush) return { hasPush };
  const until = new Date(currentTime().getTime() + visibleForMs);
  const where = { workspaceId_accountId_id: key };
  await db().visibleTab.upsert({ where, create: { ...key, until }, update: { until } });
  return { hasPush };
}
