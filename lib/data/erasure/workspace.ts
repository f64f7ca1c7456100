import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import * as imports from "@/lib/data/imports";
import { inTurnStatement } from "@/lib/desk/search/indexing/sql";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { afterDeadlock, withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import * as files from "@/lib/platform/files";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { notifyAccessChange } from "@/lib/platform/notify";
import { lockWorkspace } from "@/lib/workspace/members/permissions";
import { removedInSteps, type Table } from "./inventory";
import { type Last, removeBatch } from "./pages";

type Tx = Prisma.TransactionClient;

const rowsPerBatch = 500;
const filesPerBatch = 20;
const [minPauseMs, maxPauseMs] = [5, 500];
/** Longer than an instance takes to write the lines and counts that it has in memory, and to end the calls that had begun. */
const settledAfterMs = 15_000;

/** A workspace that is to be deleted, or is being deleted. */
type Found = { id: string; isClosed: boolean };

/** By its slug, or by that of one whose deletion was begun; such a one first, so that it is finished. */
export async function find(slug: string): Promise<Found | undefined> {
  const select = { id: true, deletedAt: true } as const;
  const begun = await db().workspace.findFirst({ where: { formerSlug: slug }, select, orderBy: { deletedAt: "asc" } });
  const found = begun ?? (await db().workspace.findUnique({ where: { slug }, select }));
  return found ? { id: found.id, isClosed: found.deletedAt !== null } : undefined;
}

/**
 * Lets nobody in any more: members, keys, channels, frames and links of the workspace are gone with this step, on every instance. What
 * is left has no way to it, and is removed in steps. Returns the e-mails of its members, whose accounts stay. @throws not_found
 */
export async function close(workspaceId: string): Promise<string[]> {
  const emails = await afterDeadlock(() => db().$transaction((tx) => closeIn(tx, workspaceId)));
  await notifyAccessChange(workspaceId);
  log.info({ workspaceId }, "a workspace is being deleted: nobody gets in any more");
  return emails;
}

async function closeIn(tx: Tx, workspaceId: string): Promise<string[]> {
  await lockWorkspace(tx, workspaceId);
  const found = await tx.workspace.findUnique({ where: { id: workspaceId }, select: { slug: true, deletedAt: true } });
  if (!found) throw new AppError("not_found", "There is no such workspace any more.");
  if (found.deletedAt) return [];
  const members = await tx.member.findMany({ where: { workspaceId }, select: { account: { select: { email: true } } } });
  const emptied = {
    name: "",
    actionsUrl: null,
    attributeDisplay: [],
    serverCheck: Prisma.DbNull,
    widgetTest: Prisma.DbNull,
    samplePrefix: null,
  };
  const closed = { slug: `deleted-${workspaceId}`, formerSlug: found.slug, deletedAt: currentTime() };
  await tx.workspace.update({ where: { id: workspaceId }, data: { ...emptied, ...closed } });
  // Without its last workspace, an installation must not let the next visitor make the first one.
  await tx.installation.updateMany({ where: { id: 1, setUpAt: null }, data: { setUpAt: currentTime() } });
  const ofIt = { where: { workspaceId } };
  await tx.apiKey.deleteMany(ofIt);
  await tx.resetLink.deleteMany(ofIt);
  await tx.invitation.deleteMany(ofIt);
  await tx.embedCode.deleteMany(ofIt);
  await tx.linkCode.deleteMany(ofIt);
  await tx.integration.deleteMany(ofIt);
  await tx.webhookEndpoint.deleteMany(ofIt);
  await tx.signingSecret.deleteMany(ofIt);
  await tx.identifySecret.deleteMany(ofIt);
  await tx.pushSubscription.deleteMany(ofIt);
  await tx.mention.deleteMany(ofIt);
  await tx.member.deleteMany(ofIt);
  return members.map(({ account }) => account.email);
}

type Step = { removed: number; isFinished: boolean };

/**
 * Removes rows and files of a closed workspace for about `budgetMs`, in batches with pauses of twice their time. It keeps no state: the
 * next step, of this process or another, goes on with what is there.
 */
export async function removeSome(workspaceId: string, { budgetMs }: { budgetMs: number }): Promise<Step> {
  await requireClosed(workspaceId);
  const until = performance.now() + budgetMs;
  let removed = 0;
  for (const table of removedInSteps) {
    for (let last: Last = null; ; ) {
      if (performance.now() > until) return { removed, isFinished: false };
      const began = performance.now();
      const batch = await removeSomeOf(workspaceId, table, last);
      if (batch.count === 0) break;
      removed += batch.count;
      last = batch.last;
      metrics.rowsRemoved("rows of deleted workspaces", batch.count);
      await pause(Math.min(maxPauseMs, Math.max(minPauseMs, 2 * (performance.now() - began))));
    }
  }
  return { removed, isFinished: removed === 0 && (await end(workspaceId)) };
}

function removeSomeOf(workspaceId: string, table: Table, last: Last): Promise<{ count: number; last: Last }> {
  if (table === "attachment") return removeFiles(workspaceId);
  if (table === "contact_import") return removeImport(workspaceId);
  return removeRows(workspaceId, table, last);
}

async function removeImport(workspaceId: string): Promise<{ count: number; last: Last }> {
  return { count: (await imports.removeOne(workspaceId)) ? 1 : 0, last: null };
}

async function requireClosed(workspaceId: string): Promise<void> {
  const open = await db().workspace.count({ where: { id: workspaceId, deletedAt: null } });
  if (open > 0) throw new AppError("conflict", "This workspace is not being deleted.");
}

/** Their triggers write down what the search has to forget. Its entries of the workspace go by themselves, so that others do not wait. */
const indexed: ReadonlySet<Table> = new Set(["chat_item", "event", "person", "contact"]);

const NewestRow = z.strictObject({ id: z.coerce.bigint() });
/** `$1` workspace. */
const newestTodoStatement = statement({ row: NewestRow })`select coalesce(max(id), 0) as id from search_todo where workspace_id = $1::uuid`;
/** `$1` workspace, `$2` the last entry before. */
const dropTodoStatement = statement()`delete from search_todo where workspace_id = $1::uuid and id > $2::bigint`;

const removeRows = (workspaceId: string, table: Table, last: Last) =>
  withRetry(() =>
    db().$transaction(async (tx) => {
      const batch = { last, max: rowsPerBatch };
      if (!indexed.has(table)) return removeBatch(tx, workspaceId, table, batch);
      const [newest] = await rows(tx, newestTodoStatement)(workspaceId);
      const removed = await removeBatch(tx, workspaceId, table, batch);
      if (removed.count > 0) await run(tx, dropTodoStatement)(workspaceId, String(newest?.id ?? 0));
      return removed;
    }),
  );

/** The bytes go before their row, so that a killed process leaves none that nobody knows. */
async function removeFiles(workspaceId: string): Promise<{ count: number; last: Last }> {
  const batch = await db().attachment.findMany({ where: { workspaceId }, select: { id: true, storageKey: true }, take: filesPerBatch });
  for (const { id, storageKey } of batch) {
    await files.remove(storageKey);
    await db().attachment.deleteMany({ where: { workspaceId, id } });
  }
  return { count: batch.length, last: null };
}

/** The workspace itself, when nothing of it is left and nothing can come any more. Returns whether it is gone. */
async function end(workspaceId: string): Promise<boolean> {
  const found = await db().workspace.findUnique({ where: { id: workspaceId }, select: { deletedAt: true } });
  if (!found) return true;
  if (!found.deletedAt || currentTime().getTime() - found.deletedAt.getTime() < settledAfterMs) return false;
  await files.removeFolder(workspaceId);
  const isGone = await withRetry(() => db().$transaction((tx) => endIn(tx, workspaceId)));
  if (isGone) log.info({ workspaceId }, "a workspace was deleted");
  return isGone;
}

/** In turn with the indexing of the search, which may have read a row before it was removed. */
async function endIn(tx: Tx, workspaceId: string): Promise<boolean> {
  await run(tx, inTurnStatement)();
  let left = 0;
  for (const table of removedInSteps) left += (await removeBatch(tx, workspaceId, table, { last: null, max: rowsPerBatch })).count;
  if (left > 0) return false;
  await tx.workspace.delete({ where: { id: workspaceId } });
  return true;
}
