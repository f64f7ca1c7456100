import { AppError } from "@/lib/kernel/errors";
import { type Database, db } from "@/lib/platform/db";
import { isCrowded, isTooSlow, isUnavailable, sqlState } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { reasonOf } from "@/lib/platform/redis/outage-log";
import { runtime } from "@/lib/platform/runtime";
import { within } from "@/lib/platform/within";
import { currentPosition, isFit, type Position, untilReached, valuesOf } from "./reach";
import { replayedStatement } from "./sql";
import { type Replica, type ReplicaState, replicaStates, setState } from "./state";

export { jobs } from "./watch";

/** Where a read runs. */
export type Reader = Pick<Database, "$queryRawUnsafe" | "$executeRawUnsafe" | "auditEntry">;
type Work<T> = (on: Reader) => Promise<T>;

/** Until it answered that it has what is asked for: longer than a reader waits for that. */
const answerMs = 250;
const transactionOptions = { maxWait: 3_000, timeout: 15_000 };
/** The standby had to replay what the read stood in the way of: also as a deadlock. */
const conflictStates = ["40001", "40P01"];

class NotUsable extends Error {
  constructor(readonly state: Exclude<ReplicaState, "usable">) {
    super(`The replica is ${state}.`);
  }
}

/**
 * Runs a read on the replica of DATABASE_REPLICA_URL, if it has everything that was committed before this call, and on the database
 * otherwise: nobody reads what is older than what they wrote or heard of. The work may run twice, and must only read; its statements
 * run one after the other. For lists and exports of the portal; what must be quick runs on the database.
 */
export const read = <T>(work: Work<T>): Promise<T> => readHereUnless(work, () => work(db()));

/** The same in a transaction. */
export const readInTransaction = <T>(work: Work<T>): Promise<T> => readHereUnless(work, () => db().$transaction(work));

async function readHereUnless<T>(work: Work<T>, here: () => Promise<T>): Promise<T> {
  const { replica } = runtime;
  if (!replica) return here();
  const found = await readThere(replica, work);
  return found ? found.result : here();
}

/** Undefined when the database has to answer. @throws an intended error of the work */
async function readThere<T>(replica: Replica, work: Work<T>): Promise<{ result: T } | undefined> {
  if (replica.state !== "usable") return insteadOf(replica.state);
  if (!replica.pool.isFree()) return insteadOf("busy");
  const position = await currentPosition().catch(() => undefined);
  if (!position) return insteadOf("unknown");
  try {
    const result = await readAt(replica, position, work);
    metrics.replicaRead("replica");
    return { result };
  } catch (error) {
    if (error instanceof AppError) throw error;
    return insteadOf(reasonFor(replica, error));
  }
}

function insteadOf(why: metrics.ReplicaRead): undefined {
  metrics.replicaRead(why);
}

/** Why a read has to be repeated on the database, and what the next readers need to know of it. */
function reasonFor(replica: Replica, error: unknown): metrics.ReplicaRead {
  if (conflictStates.includes(sqlState(error))) return "conflict";
  // It may have less memory than the database, or be busy with what others read.
  if (isTooSlow(error)) return "slow";
  if (isCrowded(error)) return "busy";
  if (!(error instanceof NotUsable) && !isUnavailable(error) && reasonOf(error) !== "LATE") return "failed";
  const state = error instanceof NotUsable ? error.state : "away";
  setState(replica, state, error);
  return state;
}

/** The check and the work share a connection: behind one address there may be several replicas. */
async function readAt<T>({ client }: Replica, position: Position, work: Work<T>): Promise<T> {
  let isGivenUp = false;
  let begin = () => {};
  const checked = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const running = client.$transaction(async (tx) => {
    const seen = await untilReached(async () => (await rows(tx, replayedStatement)(...valuesOf(position)))[0]);
    if (!isFit(seen)) throw new NotUsable("unfit");
    if (!seen.isReached) throw new NotUsable("behind");
    if (isGivenUp) throw new NotUsable("away");
    begin();
    return work(tx);
  }, transactionOptions);
  // Its end is of no interest once it was given up.
  running.catch(() => {});
  try {
    await within(answerMs, Promise.race([checked, running]));
  } catch (error) {
    isGivenUp = true;
    throw error;
  }
  return running;
}

/** For the metrics: which state it is in, and how far it was behind when it was last seen. Without a replica they have no values. */
export function readings(): metrics.Reading[] {
  const { replica } = runtime;
  const states = Object.fromEntries(replicaStates.map((state) => [state, Number(state === replica?.state)]));
  return [
    { name: "beside_replica_state", help: "1 for the state that the read replica is in.", value: replica ? states : {} },
    { name: "beside_replica_lag_bytes", help: "How much of the log the read replica has not replayed.", value: replica?.lagBytes ?? {} },
    { name: "beside_replica_lag_seconds", help: "How old what the read replica has is.", value: replica?.lagSeconds ?? {} },
  ];
}
