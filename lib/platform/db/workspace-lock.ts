import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { singleton } from "@/lib/platform/runtime";
import { isDistributed } from "./citus";
import type { Prisma } from "./client/client";
import { isLockTimeout, withRetry } from "./errors";
import { evenBounds, newPlaces, Places, type PlacesState } from "./places";
import { type LockQueues, type Mode, ReadWriteLock } from "./read-write-lock";
import { rows, run } from "./rows";
import { statement } from "./statement";
import { linkingTimeouts } from "./timeouts";

const { waitMs, connections, connectionsEach, queuedMs } = linkingTimeouts;
/** Every so many attempts, one waits in the database's own queue, so that a busy instance does not always win. */
const queuedEvery = 5;
const maxPauseMs = 100;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The queues for each lock of a workspace, and for the connections that are reserved for them. */
    linkingQueues: { workspaces: LockQueues; connections: PlacesState };
  }
}

const queues = () => singleton("linkingQueues", () => ({ workspaces: new Map(), connections: newPlaces() }));
const locks = new ReadWriteLock(connectionsEach, () => queues().workspaces);
/** Workspaces share the connections that are reserved for this; the others stay free for calls that need no lock. */
const places = new Places(evenBounds(connections), () => queues().connections);

const busy = () =>
  new AppError("unavailable", "Other changes of this workspace's contacts and chats take longer than usual. Try again shortly.", {
    "retry-after": "2",
  });

/** The locks of a workspace, with the beginnings of their keys in the database: instances of other versions wait for the same keys. */
const prefixes = { linking: "linking:", secrets: "linking:secrets:", webhooks: "linking:webhooks:" } as const;
type LockName = keyof typeof prefixes;

/** A lock, how it is held, and its key. */
type Lock = { workspaceId: string; mode: Mode; key: string };

/**
 * Runs `work` in a transaction that holds a lock of the workspace, exclusively (`change`) or shared (`read`).
 *
 * Waiting holds no connection: callers of this process wait in a queue per workspace, and while another instance holds the
 * lock the transaction ends and is retried. `work` is also retried when it lost a race, so it must have no effects outside
 * the transaction. It must not be called within a transaction: the embedded database has one session, so the two would
 * deadlock.
 * @throws unavailable when the lock was not acquired in time
 */
export async function withLock<T>(workspaceId: string, name: LockName, mode: Mode, work: Work<T>): Promise<T> {
  const lock = { workspaceId, mode, key: prefixes[name] + workspaceId };
  const limit = { until: performance.now() + waitMs, expired: busy };
  const release = await locks.acquire(lock.key, mode, limit);
  try {
    return await withRetry(() => untilHeld(lock, { work, limit }));
  } finally {
    release();
  }
}

type Limit = { until: number; expired: () => Error };
export type Work<T> = (tx: Prisma.TransactionClient) => Promise<T>;

async function untilHeld<T>(lock: Lock, { work, limit }: { work: Work<T>; limit: Limit }): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const release = await places.take(lock.key, { waitMs: limit.until - performance.now(), late: limit.expired });
    const done = await attemptOnce(lock, { work, isQueued: attempt % queuedEvery === 0 }).finally(release);
    if (done) return done.value;
    if (performance.now() > limit.until) throw limit.expired();
    await pause(Math.random() * Math.min(maxPauseMs, 10 * attempt));
  }
}

type Attempt<T> = { work: Work<T>; isQueued: boolean };

class NotHeld extends Error {}

/**
 * One transaction; undefined when another instance holds the lock. The lock is a separate statement, because the next one
 * must see what the previous holder wrote.
 */
async function attemptOnce<T>(lock: Lock, { work, isQueued }: Attempt<T>): Promise<{ value: T } | undefined> {
  const attempt = db().$transaction(async (tx) => {
    const isHeld = isQueued ? await queued(tx, lock) : await tryOnce(tx, lock);
    if (!isHeld) throw new NotHeld();
    return { value: await work(tx) };
  });
  return attempt.catch((error: unknown) => {
    if (error instanceof NotHeld) return undefined;
    throw error;
  });
}

const HeldRow = z.strictObject({ isHeld: z.boolean() });

/** `$1` workspace, beside whose rows the lock is on a distributed database; `$2` the key. */
const lockStatement = statement({ row: HeldRow, writes: true })`
select pg_try_advisory_xact_lock(hashtextextended($2, 0)) as "isHeld" where $1::uuid is not null`;
const lockSharedStatement = statement({ row: HeldRow, writes: true })`
select pg_try_advisory_xact_lock_shared(hashtextextended($2, 0)) as "isHeld" where $1::uuid is not null`;

const waitStatement = statement()`select pg_advisory_xact_lock(hashtextextended($2, 0))::text where $1::uuid is not null`;
const waitSharedStatement = statement()`select pg_advisory_xact_lock_shared(hashtextextended($2, 0))::text where $1::uuid is not null`;

async function tryOnce(tx: Prisma.TransactionClient, { workspaceId, mode, key }: Lock): Promise<boolean> {
  const [row] = await rows(tx, mode === "change" ? lockStatement : lockSharedStatement)(workspaceId, key);
  return row?.isHeld === true;
}

/** Waits in the database's queue, which is fair between instances; only briefly, because it holds a connection meanwhile. */
async function queued(tx: Prisma.TransactionClient, lock: Lock): Promise<boolean> {
  const { mode, key } = lock;
  if (isDistributed()) return queuedAtNode(tx, lock);
  await run(tx, { scope: "everywhere" })`select set_config('lock_timeout', ${String(queuedMs)}, true)`;
  const waiting =
    mode === "change"
      ? run(tx, { scope: "everywhere" })`select pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`
      : run(tx, { scope: "everywhere" })`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))::text`;
  const isHeld = await unlessLate(waiting);
  if (isHeld) await run(tx, { scope: "everywhere" })`select set_config('lock_timeout', '0', true)`;
  return isHeld;
}

/** The same on the node of the workspace, which this form of the limit reaches. */
async function queuedAtNode(tx: Prisma.TransactionClient, { workspaceId, mode, key }: Lock): Promise<boolean> {
  await run(tx, statement({ scope: "everywhere" })`set local lock_timeout = ${queuedMs}`)();
  const waiting = run(tx, mode === "change" ? waitStatement : waitSharedStatement)(workspaceId, key);
  const isHeld = await unlessLate(waiting);
  if (isHeld) await run(tx, { scope: "everywhere" })`set local lock_timeout = 0`;
  return isHeld;
}

const unlessLate = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    (error: unknown) => {
      if (isLockTimeout(error)) return false;
      throw error;
    },
  );
