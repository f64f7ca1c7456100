import { setTimeout as pause } from "node:timers/promises";
import { rowsOver } from "@/lib/platform/db/rows";
import { within } from "@/lib/platform/within";
import { currentPosition, isFit, type Position, untilReached, valuesOf } from "./reach";
import { ReplayedRow, replayedStatement } from "./sql";
import { closeReplica, openReplica, type Replica, setState } from "./state";

const intervalMs = 1_000;
const timeoutMs = 1_000;

/**
 * Looks at the replica once a second, if there is one: readers neither wait for one that is away nor probe it. The returned function stops
 * it and closes the connections.
 */
export function startWatching(): () => Promise<void> {
  const replica = openReplica();
  if (!replica) return async () => {};
  const stopping = new AbortController();
  const watching = watch(replica, stopping.signal);
  return async () => {
    stopping.abort();
    await watching;
    await closeReplica();
  };
}

async function watch(replica: Replica, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Without the database's position nothing is known of the replica, and readers find out that there is none.
    const position = await currentPosition().catch(() => undefined);
    if (position) await look(replica, position).catch((error: unknown) => setState(replica, "away", error));
    await pause(intervalMs, undefined, { signal, ref: false }).catch(() => {});
  }
}

async function look(replica: Replica, position: Position): Promise<void> {
  const ask = async () => (await rowsOver(replica.watching, ReplayedRow)(replayedStatement, ...valuesOf(position)))[0];
  const seen = await within(timeoutMs, untilReached(ask));
  replica.lagBytes = seen.lagBytes;
  replica.lagSeconds = seen.isReached ? 0 : seen.lagSeconds;
  setState(replica, !isFit(seen) ? "unfit" : seen.isReached ? "usable" : "behind");
}
