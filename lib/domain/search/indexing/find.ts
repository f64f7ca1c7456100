import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { FoundRow, findStatement } from "./sql";

/** How many workspaces (of each shard) a look finds: few enough to look before each turn. */
const maxFound = 100;
const noId = "00000000-0000-0000-0000-000000000000";

/** Where the next look goes on. */
type Look = { after: string };
export const newLook = (): Look => ({ after: noId });

/** Gives turns to the next workspaces that have something to index. */
export async function findWaiting(look: Look): Promise<void> {
  const found = await rows(db(), FoundRow)(findStatement, look.after, maxFound);
  const stopped = found.flatMap(({ last, count }) => (count === maxFound && last !== null ? [last] : []));
  look.after = stopped.sort()[0] ?? noId;
}
