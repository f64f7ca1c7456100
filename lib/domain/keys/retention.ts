import { db } from "@/lib/platform/db";

const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * A key whose time is over loses its hash for good, whatever a clock says later. Its row stays as long as the request log may
 * name it.
 */
export async function removeOld(): Promise<void> {
  await db().$executeRaw`update api_key set hash = null where hash is not null and ends_at <= now()`;
  await db().apiKey.deleteMany({ where: { endsAt: { lt: new Date(Date.now() - keptMs) } } });
}
