import { db } from "@/lib/platform/db";
import { currentPosition, valuesOf } from "@/lib/platform/db/replica/reach";
import { replayedStatement } from "@/lib/platform/db/replica/sql";
import { rows } from "@/lib/platform/db/rows";

/** The statements that decide who answers a list, on a database that is its own replica. */
export async function runReplica(): Promise<void> {
  await rows(db(), replayedStatement)(...valuesOf(await currentPosition()));
}
