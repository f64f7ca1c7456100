import { setTimeout as pause } from "node:timers/promises";
import * as search from "@/lib/desk/search";
import { db } from "@/lib/platform/db";
import { run } from "@/lib/platform/db/rows";
import { startAll } from "@/lib/platform/jobs";

/** Indexes everything twice, as what changed and as what was there, and finds people, messages and events. */
export async function runSearch(ws: string): Promise<void> {
  const indexAll = async () => {
    const stop = await startAll(search.jobs);
    while (await search.isPending()) await pause(50);
    await stop();
  };
  await indexAll();
  await run(db(), { workspace: ws })`
    insert into search_backfill (workspace_id, kind) select ${ws}::uuid, k from unnest(enum_range(null::search_kind)) k`;
  await indexAll();
  for (const q of ["ada", "hello", "payment"]) await search.find(ws, { q });
}
