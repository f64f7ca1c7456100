import { rowsOver } from "@/lib/platform/db/rows";
import { type Job, loop, type Stop } from "@/lib/platform/jobs";
import { within } from "@/lib/platform/within";
import { currentPosition, isFit, type Position, untilReached, valuesOf } from "./reach";
import { ReplayedRow, replayedStatement } from "./sql";
import { closeReplica, openReplica, type Replica, setState } from "./state";

const timeoutMs = 1_000;

/** Looks at the replica once a second, if there is one: readers neither wait for one that is away nor probe it. */
export const jobs: Job[] = [{ name: "replica", start: startWatching }];

async function startWatching(): Promise<Stop | undefined> {
  const replica = openReplica();
  if (!replica) return undefined;
  const failure = "the replica was not looked at";
  const stop = await loop({ name: "watch of the replica", everyMs: 1_000, run: () => lookOnce(replica), failure }).start();
  return async () => {
    await stop();
    await closeReplica();
  };
}

async function lookOnce(replica: Replica): Promise<void> {
  // Without the database's position nothing is known of the replica, and readers find out that there is none.
  const position = await currentPosition().catch(() => undefined);
  if (position) await look(replica, position).catch((error: unknown) => setState(replica, "away", error));
}

async function look(replica: Replica, position: Position): Promise<void> {
  const ask = async () => (await rowsOver(replica.watching, ReplayedRow)(replayedStatement.text, ...valuesOf(position)))[0];
  const seen = await within(timeoutMs, untilReached(ask));
  replica.lagBytes = seen.lagBytes;
  replica.lagSeconds = seen.isReached ? 0 : seen.lagSeconds;
  setState(replica, !isFit(seen) ? "unfit" : seen.isReached ? "usable" : "behind");
}
