import { db } from "@/lib/platform/db";
import { afterDeadlock } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import type { Served, Turn } from "@/lib/platform/db/turns";
import { goAround } from "@/lib/platform/db/turns/around";
import * as metrics from "@/lib/platform/metrics";
import { attempt } from "./attempt";
import type { Entry } from "./entry";
import { type Lane, lanes, stored } from "./lanes";
import {
  beginStatement,
  type EntryRow,
  finishAndBeginStatement,
  finishAndGoOnStatement,
  finishStatement,
  giveBackStatement,
  leaseMs,
  type PassedRow,
  renewStatement,
  takeStatement,
} from "./sql";
import { processTogether } from "./together";

/**
 * Entries of different senders that one turn has taken: one after the other is begun and ended. `done` counts those that were tried, `ofSender`
 * those of the current sender.
 */
type Taken = { workspaceId: string; current: EntryRow | undefined; waiting: EntryRow[]; done: number; ofSender: number };

/**
 * One turn of a workspace in a lane: takes the first entries of some senders, and, where few senders wait, the next ones of theirs, too.
 * Messages are processed together as far as they can be, and what is left one after the other. `onFollowing` is called when something
 * follows from an entry.
 */
export async function serve(lane: Lane, workspaceId: string, turn: Turn, onFollowing: () => void): Promise<Served> {
  const { entries, isMore } = await take(lane, workspaceId, turn.max);
  if (entries.length === 0) return { count: 0, isMore };
  const each = Math.max(1, Math.floor(turn.max / entries.length));
  const { ended, count } = lane === "message" ? await processTogether(workspaceId, { entries, each }) : { ended: new Set(), count: 0 };
  const [begun, ...others] = entries;
  const current = begun && !ended.has(begun.id) ? begun : undefined;
  const waiting = others.filter(({ id }) => !ended.has(id));
  const taken: Taken = { workspaceId, current, waiting, done: count, ofSender: 1 };
  const isOver = () => turn.signal.aborted || performance.now() > turn.until;
  const renewing = setInterval(() => void renew(taken), leaseMs / 3).unref();
  try {
    await beginNext(taken, isOver());
    while (taken.current) await processOne(taken, { entry: taken.current, each, isOver }, onFollowing);
  } finally {
    clearInterval(renewing);
    await giveBack(taken);
  }
  return { count: taken.done, isMore: isMore || taken.done >= turn.max || isOver() };
}

const isTaken = (row: PassedRow): row is EntryRow & PassedRow => row.channel !== null;

async function take(lane: Lane, workspaceId: string, max: number): Promise<{ entries: EntryRow[]; isMore: boolean }> {
  const { name, begin, end } = lanes[lane];
  const look = (after: string) => afterDeadlock(() => rows(db(), takeStatement)(workspaceId, after, end, max));
  const { passed, isMore } = await goAround({ key: `${name} ${workspaceId}`, begin, max, look });
  return { entries: passed.filter(isTaken), isMore };
}

type Try = { entry: EntryRow; each: number; isOver: () => boolean };

/** Processes an entry, and begins the next one: of the same sender until it had `each`, and then of the next sender. */
async function processOne(taken: Taken, { entry, each, isOver }: Try, onFollowing: () => void): Promise<void> {
  const { workspaceId, waiting } = taken;
  const outcome = await attempt({ ...entry, workspaceId });
  const stops = isOver();
  taken.done += 1;
  taken.current = undefined;
  if (outcome.kind === "done") {
    const goesOn = !stops && taken.ofSender < each;
    taken.current = await finish(taken, {
      entry,
      following: outcome.following,
      goesOn,
      next: stops || goesOn ? undefined : waiting.shift(),
    });
    if (outcome.isGivenUp) metrics.inboundCounted("given_up");
    if (outcome.following.length > 0) onFollowing();
  }
  await beginNext(taken, stops);
  taken.ofSender = taken.current?.position === entry.position ? taken.ofSender + 1 : 1;
}

type Finished = { entry: EntryRow; following: readonly Entry[]; goesOn: boolean; next: EntryRow | undefined };

/** Ends an entry, and begins `next`, or the next one of its sender when it `goesOn`, in the same statement. */
async function finish({ workspaceId }: Taken, { entry, following, goesOn, next }: Finished): Promise<EntryRow | undefined> {
  const { channel, externalId, position } = entry;
  const values = [workspaceId, channel, externalId, JSON.stringify(stored(channel, following))];
  if (next) return (await rows(db(), finishAndBeginStatement)(...values, next.channel, next.externalId))[0];
  if (goesOn) return (await rows(db(), finishAndGoOnStatement)(...values, position))[0];
  await rows(db(), finishStatement)(...values);
  return undefined;
}

/** Begins the next entry that was taken, unless one is begun or the turn stops. One that was erased meanwhile is passed over. */
async function beginNext(taken: Taken, stops: boolean): Promise<void> {
  const { workspaceId, waiting } = taken;
  while (!taken.current && !stops) {
    const next = waiting.shift();
    if (!next) return;
    [taken.current] = await rows(db(), beginStatement)(workspaceId, next.channel, next.externalId);
  }
}

const idsOf = (entries: readonly EntryRow[]) =>
  [entries.map(({ channel }) => channel), entries.map(({ externalId }) => externalId)] as const;

const renew = ({ workspaceId, current, waiting }: Taken): Promise<unknown> =>
  run(db(), renewStatement)(workspaceId, ...idsOf([...(current ? [current] : []), ...waiting])).catch(() => undefined);

/** What this turn took and did not begin. Otherwise it waits until its lease ends. */
async function giveBack({ workspaceId, waiting }: Taken): Promise<void> {
  if (waiting.length > 0) await run(db(), giveBackStatement)(workspaceId, ...idsOf(waiting)).catch(() => undefined);
}
