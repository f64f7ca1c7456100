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
import { rows } from "./rows";
import { linkingTimeouts } from "./timeouts";

const { waitMs, connections, connectionsEach, queuedMs } = linkingTimeouts;
/** Every so many attempts, one waits in the database's own queue, so that a busy instance does not always win. */
const queuedEvery = 5;
const maxPauseMs = 100;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The queues for the lock of each workspace, and for the connections that are reserved for it. */
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

/**
 * Runs `work` in a transaction that holds the workspace's linking lock. The owner of a phone number depends on rows of two
 * tables, so code that changes a phone or a link takes the lock exclusively (`change`), and code that relies on one takes it
 * shared (`read`).
 *
 * Waiting holds no connection: callers of this process wait in a queue per workspace, and while another instance holds the
 * lock the transaction ends and is retried. `work` is also retried when it lost a race, so it must have no effects outside
 * the transaction. It must not be called within a transaction: the embedded database has one session, so the two would
 * deadlock.
 * @throws unavailable when the lock was not acquired in time
 */
export async function withLinkingLock<T>(workspaceId: string, mode: Mode, work: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  const limit = { until: performance.now() + waitMs, expired: busy };
  const release = await locks.acquire(workspaceId, mode, limit);
  try {
    return await withRetry(() => untilHeld(workspaceId, mode, { work, limit }));
  } finally {
    release();
  }
}

type Limit = { until: number; expired: () => Error };
type Work<T> = (tx: Prisma.TransactionClient) => Promise<T>;

async function untilHeld<T>(workspaceId: string, mode: Mode, { work, limit }: { work: Work<T>; limit: Limit }): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const release = await places.take(workspaceId, { waitMs: limit.until - performance.now(), late: limit.expired });
    const done = await attemptOnce(workspaceId, mode, { work, isQueued: attempt % queuedEvery === 0 }).finally(release);
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
async function attemptOnce<T>(workspaceId: string, mode: Mode, { work, isQueued }: Attempt<T>): Promise<{ value: T } | undefined> {
  const attempt = db().$transaction(async (tx) => {
    const isHeld = isQueued ? await queued(tx, workspaceId, mode) : await tryOnce(tx, workspaceId, mode);
    if (!isHeld) throw new NotHeld();
    return { value: await work(tx) };
  });
  return attempt.catch((error: unknown) => {
    if (error instanceof NotHeld) return undefined;
    throw error;
  });
}

const HeldRow = z.strictObject({ isHeld: z.boolean() });

/** `$1` workspace, `$2` the name of the lock. */
const lockStatement = 'select pg_try_advisory_xact_lock(hashtextextended($2, 0)) as "isHeld" where $1::uuid is not null';
const lockSharedStatement = 'select pg_try_advisory_xact_lock_shared(hashtextextended($2, 0)) as "isHeld" where $1::uuid is not null';

const waitStatement = "select pg_advisory_xact_lock(hashtextextended($2, 0))::text where $1::uuid is not null";
const waitSharedStatement = "select pg_advisory_xact_lock_shared(hashtextextended($2, 0))::text where $1::uuid is not null";

/** Other locks of a workspace have a word before its id. It says where the lock is on a distributed database: beside the rows. */
const workspaceOf = (name: string): string => name.replace(/^.*:/, "");

async function tryOnce(tx: Prisma.TransactionClient, workspaceId: string, mode: Mode): Promise<boolean> {
  const id = workspaceOf(workspaceId);
  const [row] = await rows(tx, HeldRow)(mode === "change" ? lockStatement : lockSharedStatement, id, `linking:${workspaceId}`);
  return row?.isHeld === true;
}

/** Waits in the database's queue, which is fair between instances; only briefly, because it holds a connection meanwhile. */
async function queued(tx: Prisma.TransactionClient, workspaceId: string, mode: Mode): Promise<boolean> {
  const lock = `linking:${workspaceId}`;
  if (isDistributed()) return queuedAtNode(tx, workspaceId, mode);
  await tx.$executeRaw`select set_config('lock_timeout', ${String(queuedMs)}, true)`;
  const waiting =
    mode === "change"
      ? tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))::text`
      : tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${lock}, 0))::text`;
  const isHeld = await unlessLate(waiting);
  if (isHeld) await tx.$executeRaw`select set_config('lock_timeout', '0', true)`;
  return isHeld;
}

/** The same on the node of the workspace, which this form of the limit reaches. */
async function queuedAtNode(tx: Prisma.TransactionClient, workspaceId: string, mode: Mode): Promise<boolean> {
  await tx.$executeRawUnsafe(`set local lock_timeout = ${queuedMs}`);
  const waiting = tx.$executeRawUnsafe(
    mode === "change" ? waitStatement : waitSharedStatement,
    ...[workspaceOf(workspaceId), `linking:${workspaceId}`],
  );
  const isHeld = await unlessLate(waiting);
  if (isHeld) await tx.$executeRawUnsafe("set local lock_timeout = 0");
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
