import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";

const retentionMs = 30 * dayMs;

/**
 * Removes the hashes of ended keys, so that no clock change revives them, and the rows of keys that are too old to appear in the
 * request log.
 */
export async function deleteExpired(): Promise<void> {
  await run(db(), { scope: "everywhere" })`update api_key set hash = null where hash is not null and ends_at <= now()`;
  await db().apiKey.deleteMany({ where: { endsAt: { lt: new Date(currentTime().getTime() - retentionMs) } } });
}
