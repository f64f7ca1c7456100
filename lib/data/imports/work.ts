import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isTooSlow, isUnavailable, withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { type Queue, serving, wake as wakeQueue } from "@/lib/platform/db/turns";
import { inSteps } from "@/lib/platform/db/turns/in-steps";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { checkSome } from "./check";
import { remove } from "./pieces";
import { endsAt, type Failure, hasUnneeded, isOver, isWorking, keyOf, lock, type Row, rowOf } from "./row";
import { runSome, undoSome } from "./run";
import { countStatement, dueStatement, nextStatement, removeLinesStatement, sweepStatement } from "./sql";

/** After so many failures at the same place an import ends as failed. */
const maxAttempts = 5;
const linesRemovedAtOnce = 2_000;

/** Does chunks of the imports of a workspace for as long as a turn lasts: of those that have something to do in turn. */
const serve = inSteps(async (workspaceId, left) => {
  const [due] = await rows(db(), dueStatement)(workspaceId, currentTime());
  if (!due) return null;
  const found = await db().contactImport.findUnique({ where: keyOf(workspaceId, due.id) });
  return found ? step(workspaceId, rowOf(found), left) : 0;
});

export const queue: Queue = {
  ...{ name: "imports", places: 2, placesEach: 1, first: 200, min: 50, max: 2_000, maxStopMs: 10_000 },
  ...{ nextStatement, sweepStatement, countStatement },
  serve,
};

export const jobs = [serving(queue)];

/** An import has something to do. */
export const wake = (workspaceId: string): void => wakeQueue(queue, workspaceId);

async function step(workspaceId: string, row: Row, max: number): Promise<number> {
  try {
    return await stepOf(workspaceId, row, max);
  } catch (error) {
    if (isUnavailable(error) || isTooSlow(error)) throw error;
    log.error({ error, importId: row.id, workspaceId }, "a chunk of an import failed");
    await failed(workspaceId, row);
    // The workspace rests for a while, longer each time.
    throw error;
  }
}

async function stepOf(workspaceId: string, row: Row, max: number): Promise<number> {
  if (isOver(row)) return removeSome(workspaceId, row);
  if (!isWorking(row) && row.state !== "uploading" && row.dropsFile && row.pieces > 0) return dropFile(workspaceId, row);
  if (hasUnneeded(row)) return dropLines(workspaceId, row);
  if (row.state === "checking") return checkSome(workspaceId, row, max);
  if (row.state === "running") return runSome(workspaceId, row.id, max);
  if (row.state === "undoing") return undoSome(workspaceId, row.id, max);
  return 1;
}

/** It is tried again, unless it failed too often at this place. What the run has written stays, and can be undone. */
async function failed(workspaceId: string, { id, state, attempts }: Row): Promise<void> {
  const now = currentTime();
  const isLast = attempts + 1 >= maxAttempts && isWorking({ state });
  const message = "Something went wrong on our side, several times. What was written so far stays.";
  const failure: Failure = { code: "internal", message, line: null };
  const ended = {
    state: "failed",
    failure,
    finishedAt: now,
    expiresAt: endsAt(now),
    dropsFile: true,
  };
  await db().contactImport.updateMany({
    where: { workspaceId, id, state },
    data: { attempts: { increment: 1 }, steppedAt: now, ...(isLast ? ended : {}) },
  });
}

/** The bytes go before what names them, so that a killed process leaves none that nobody knows. */
async function dropFile(workspaceId: string, { id, pieces, columns }: Row): Promise<number> {
  await removePieces(workspaceId, { id, pieces });
  const bare = columns.map((column) => ({ ...column, examples: [] }));
  await db().contactImport.updateMany({
    where: { workspaceId, id },
    data: { pieces: 0, dropsFile: false, columns: bare, steppedAt: currentTime() },
  });
  return 1;
}

/** Lines of an import that ended without having written anything. */
async function dropLines(workspaceId: string, { id }: Row): Promise<number> {
  return withRetry(() =>
    db().$transaction(async (tx) => {
      const now = await lock(tx, workspaceId, id);
      if (!now || !hasUnneeded(now)) return 1;
      const count = await run(tx, removeLinesStatement)(workspaceId, id, linesRemovedAtOnce);
      const keptLines = count > 0 ? { decrement: Math.min(count, now.keptLines) } : 0;
      await tx.contactImport.update({ where: keyOf(workspaceId, id), data: { keptLines, steppedAt: currentTime() } });
      return Math.max(1, count);
    }),
  );
}

/** While the store is away the other imports of the workspace come first. @throws unavailable */
async function removePieces(workspaceId: string, { id, pieces }: Pick<Row, "id" | "pieces">): Promise<void> {
  await db().contactImport.updateMany({ where: { workspaceId, id }, data: { steppedAt: currentTime() } });
  await remove({ workspaceId, id }, pieces);
}

/** Removes an import whose time is over: its file, its lines in batches, and then it. Nobody can begin anything with it any more. */
async function removeSome(workspaceId: string, { id, pieces }: Row): Promise<number> {
  if (pieces > 0) {
    await removePieces(workspaceId, { id, pieces });
    await db().contactImport.updateMany({ where: { workspaceId, id }, data: { pieces: 0 } });
    return 1;
  }
  const count = await withRetry(() =>
    db().$transaction(async (tx) => {
      const now = await lock(tx, workspaceId, id);
      if (!now || !isOver(now)) return 0;
      const removed = await run(tx, removeLinesStatement)(workspaceId, id, linesRemovedAtOnce);
      if (removed === 0) await tx.contactImport.deleteMany({ where: { workspaceId, id } });
      else await tx.contactImport.update({ where: keyOf(workspaceId, id), data: { keptLines: { decrement: removed } } });
      return removed;
    }),
  );
  metrics.rowsRemoved("imports", Math.max(1, count));
  return Math.max(1, count);
}
