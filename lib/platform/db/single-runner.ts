import type { PoolClient } from "pg";
import { z } from "zod";
import { pool } from "@/lib/platform/db";
import { singleton } from "@/lib/platform/runtime";
import type { FairPool } from "./pool";
import { rowsOver } from "./rows";

const MineRow = z.strictObject({ mine: z.boolean() });

/**
 * The connection whose session has the locks of this process, and the names of those. Its works ask one after the other: `asked` ends when the
 * statement that was asked last has ended.
 */
type Holding = { connection: Promise<PoolClient>; names: Set<string>; isBroken: boolean; asked: Promise<unknown> };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    singleRunners: { holding: Holding | undefined };
  }
}

const own = () => singleton("singleRunners", () => ({ holding: undefined }));

/**
 * Runs `work` on one instance at a time, under an advisory lock that ends with its connection, so a killed instance leaves
 * none. All works of this process share that connection, which is beyond those that calls use. Returns false when another
 * instance, or another work of this one, has the lock.
 */
export async function withSingleRunnerLock(name: string, work: () => Promise<void>): Promise<boolean> {
  const connections = pool();
  if (!connections) {
    // The embedded database belongs to this process.
    await work();
    return true;
  }
  const state = own();
  state.holding ??= hold(connections);
  const { holding } = state;
  if (holding.names.has(name)) return false;
  holding.names.add(name);
  try {
    return await runLocked(holding, name, work);
  } finally {
    holding.names.delete(name);
    if (holding.isBroken && state.holding === holding) state.holding = undefined;
    if (holding.names.size === 0) await release(holding);
  }
}

async function runLocked(holding: Holding, name: string, work: () => Promise<void>): Promise<boolean> {
  const connection = await holding.connection.catch((error: unknown) => fail(holding, error));
  const [row] = await afterOthers(holding, () =>
    rowsOver(connection, MineRow)("select pg_try_advisory_lock(hashtextextended($1, 0)) as mine", name),
  ).catch((error: unknown) => fail(holding, error));
  if (row?.mine !== true) return false;
  try {
    await work();
  } finally {
    await afterOthers(holding, () => connection.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name])).catch(() => {
      holding.isBroken = true;
    });
  }
  return true;
}

/** A connection has one statement at a time: the driver's next version does not queue others by itself. */
function afterOthers<T>(holding: Holding, ask: () => Promise<T>): Promise<T> {
  const asked = holding.asked.then(ask, ask);
  holding.asked = asked.catch(() => undefined);
  return asked;
}

/** The next work gets another connection. */
function fail(holding: Holding, error: unknown): never {
  holding.isBroken = true;
  throw error;
}

function hold(connections: FairPool): Holding {
  const holding: Holding = {
    ...{ connection: connections.connectBeyond(), names: new Set(), isBroken: false, asked: Promise.resolve() },
  };
  holding.connection.then(
    // Without a listener, an idle connection that breaks would end the process.
    (connection) => connection.on("error", () => markBroken(holding)),
    () => undefined,
  );
  return holding;
}

function markBroken(holding: Holding): void {
  holding.isBroken = true;
  if (own().holding === holding) own().holding = undefined;
}

/** A connection that may still have a lock is closed, and the lock ends with it. */
async function release(holding: Holding): Promise<void> {
  if (own().holding === holding) own().holding = undefined;
  const connection = await holding.connection.catch(() => undefined);
  if (!connection) return;
  connection.removeAllListeners("error");
  connection.release(holding.isBroken);
}
