import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";

/** Longer than a session lasts. */
const silentDays = 15;

/** Removes subscriptions whose sessions are over, what was pushed of chats long ago, and tabs that are gone. There are few of each. */
export async function deleteExpired(): Promise<void> {
  const ago = (ms: number) => new Date(currentTime().getTime() - ms);
  await db().pushSubscription.deleteMany({ where: { seenAt: { lt: ago(silentDays * dayMs) } } });
  await db().pushChat.deleteMany({ where: { dueAt: null, OR: [{ sentAt: null }, { sentAt: { lt: ago(dayMs) } }] } });
  await db().visibleTab.deleteMany({ where: { until: { lt: ago(0) } } });
}
