import { db } from "@/lib/db";

const keptDays = 30;

/**
 * A key whose time is over loses its hash for good, whatever a clock says later. Its row stays as long as the request log may
 * name it.
 */
export async function removeOld(): Promise<void> {
  await db().$executeRaw`update api_key set hash = null where hash is not null and ends_at <= now()`;
  await db().$executeRaw`delete from api_key where ends_at < now() - make_interval(days => ${keptDays}::int)`;
}
