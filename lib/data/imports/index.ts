/**
 * An import writes contacts from a file: it finds what the columns mean, checks all lines before it writes any, and can be undone. A contact that a
 * backend sends by itself is in `contacts`.
 */

import { AppError } from "@/lib/kernel/errors";
import { problemIn } from "@/lib/kernel/json";
import { newestPosition, pageOf, TimePosition } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { listCursorFor, readListCursor } from "@/lib/platform/list-cursor";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { typesOfContacts } from "./contact-types";
import type { Column, ColumnsInput, Import } from "./contract";
import { type Head, headOf } from "./head";
import { read, remove } from "./pieces";
import { endsAt, find, isUnread, keyOf, lock, type Row, rowOf, runnable, there, viewOf, waitsUntil, working } from "./row";
import { undoDays } from "./shared/limits";
import { withTypes } from "./types";
import { wake } from "./work";

export { file, lines, shownLines } from "./lines";
export { create } from "./reception";
export { jobs, queue } from "./work";

type One = { import: Import };

const oneOf = (stored: Parameters<typeof rowOf>[0]): One => ({ import: viewOf(rowOf(stored)) });

/** The newest first. @throws invalid_cursor */
export async function list(workspaceId: string, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const of = { list: "imports", workspaceId, filter: {} };
  const [at, id] = cursor ? readListCursor(of, cursor, TimePosition) : [newestPosition.at, newestPosition.id];
  const found = await db().contactImport.findMany({
    where: {
      workspaceId,
      state: { not: "uploading" },
      OR: [{ expiresAt: { gt: currentTime() } }, { state: { in: [...working] } }],
      AND: [{ createdAt: { lte: at } }, { OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] }],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const { page, last } = pageOf(found, limit);
  return {
    data: page.map((stored) => viewOf(rowOf(stored))),
    nextCursor: last ? listCursorFor(of, [last.createdAt.toISOString(), last.id]) : null,
  };
}

/** @throws not_found */
export async function get(workspaceId: string, id: string): Promise<One> {
  return { import: viewOf(await find(workspaceId, id)) };
}

/** Removes one of the imports of a workspace that is being deleted, its bytes first. Returns whether there was one. @throws unavailable */
export async function removeOne(workspaceId: string): Promise<boolean> {
  const found = await db().contactImport.findFirst({ where: { workspaceId }, select: { id: true, pieces: true } });
  if (!found) return false;
  await remove({ workspaceId, id: found.id }, found.pieces);
  await db().contactImport.deleteMany({ where: { workspaceId, id: found.id } });
  return true;
}

/**
 * Says what the columns mean, and begins the check; without columns, those of the file are read anew with the encoding and the delimiter.
 * @throws invalid_request, not_found, conflict, unavailable
 */
export async function setColumns(workspaceId: string, id: string, input: ColumnsInput): Promise<One> {
  const before = await find(workspaceId, id);
  requireMappable(before);
  const isRead = (["encoding", "delimiter", "headerLine"] as const).some((name) => (input[name] ?? before[name]) !== before[name]);
  const head = isRead || !input.columns ? await readHead(before, input) : undefined;
  const read = { ...before, ...head, columns: head?.columns ?? before.columns };
  const named = input.columns && mappedColumns(read.columns, input.columns);
  const mapped = named && { columns: withTypes(named, await typesOfContacts(workspaceId, read, named)) };
  const data: Prisma.ContactImportUpdateInput = {
    ...head,
    ...mapped,
    ...(input.defaultCountry === undefined ? {} : { defaultCountry: input.defaultCountry }),
    ...(input.invalidValues === undefined ? {} : { invalidValues: input.invalidValues }),
    ...{ state: mapped ? "checking" : "columns", failure: Prisma.DbNull, finishedAt: null, expiresAt: waitsUntil() },
    ...{ checkOffset: -1, position: 0, lines: 0, counts: {}, leftOut: 0, attempts: 0, steppedAt: currentTime() },
  };
  const require = (now: Row) => {
    requireMappable(now);
    // What somebody else has read anew meanwhile is not said in terms of the columns of before.
    if (!head && !isReadAs(now, before))
      throw conflict("The columns of this import were read anew meanwhile. Read it and say what they mean again.");
  };
  const after = await changed(workspaceId, id, require, () => data);
  if (mapped) wake(workspaceId);
  return after;
}

const isReadAs = (one: Row, other: Row): boolean =>
  one.encoding === other.encoding && one.delimiter === other.delimiter && one.dataOffset === other.dataOffset;

/** Changes a locked import. @throws not_found, and what `require` throws */
async function changed(
  workspaceId: string,
  id: string,
  require: (row: Row) => void,
  dataOf: (row: Row, tx: Prisma.TransactionClient) => Prisma.ContactImportUpdateInput | Promise<Prisma.ContactImportUpdateInput>,
): Promise<One> {
  return db().$transaction(async (tx) => {
    const row = there(await lock(tx, workspaceId, id));
    require(row);
    return oneOf(await tx.contactImport.update({ where: keyOf(workspaceId, id), data: await dataOf(row, tx) }));
  });
}

const conflict = (message: string) => new AppError("conflict", message);

function requireMappable({ state, startedAt, pieces, dropsFile }: Row): void {
  if (state === "checking") throw conflict("This import is being checked. Cancel it, or wait until it is checked.");
  if (startedAt !== null || !(state === "columns" || state === "checked" || state === "failed"))
    throw conflict("This import was started or cancelled already. Send the file again.");
  if (pieces === 0 || dropsFile)
    throw conflict("The file of this import is gone, because somebody was deleted after it was sent. Send a file again.");
}

/** What was found and nobody corrects stays, but for the line of the headers, which is found anew by another encoding or delimiter. */
async function readHead(
  before: Row,
  { encoding = before.encoding, delimiter = before.delimiter, headerLine }: ColumnsInput,
): Promise<Head> {
  const first = await read({ workspaceId: before.workspaceId, id: before.id }, 0);
  if (!first) throw conflict("The file is not in the store any more. Send it again.");
  const isSame = encoding === before.encoding && delimiter === before.delimiter;
  const said = { encoding, delimiter, headerLine: headerLine ?? (isSame ? before.headerLine : undefined) };
  const head = await headOf({ first, bytes: before.bytes, letters: { isUtf8: true, words: [] }, ...said });
  return encoding === before.encoding ? { ...head, warnings: before.warnings } : head;
}

/** @throws invalid_request unless exactly one is the userId, and each field has one column */
function mappedColumns(columns: readonly Column[], sent: NonNullable<ColumnsInput["columns"]>): Column[] {
  const invalid = (message: string) => new AppError("invalid_request", message);
  const targets = new Map(sent.map(({ index, target }) => [index, target]));
  const outside = sent.find(({ index }) => index >= columns.length);
  if (outside)
    throw invalid(`columns has the index ${outside.index}, and the file has ${columns.length} columns, from 0 to ${columns.length - 1}.`);
  if (targets.size < sent.length) throw invalid("columns names a column twice. Name each once.");
  const mapped = columns.map((column) => ({ ...column, target: targets.get(column.index) ?? null, guessed: false }));
  const used = new Map<string, Column>();
  for (const column of mapped) {
    const { target } = column;
    if (!target || target.kind === "name") continue;
    const name = target.kind === "attribute" ? `attributes.${target.name}` : target.kind;
    const problem = target.kind === "attribute" ? problemIn({ [target.name]: "" }) : undefined;
    if (problem) throw invalid(problem);
    const first = used.get(name);
    if (first) throw invalid(`${name} is given to “${first.header}” and to “${column.header}”. Give it to one of them.`);
    used.set(name, column);
  }
  if (!used.has("userId")) throw invalid("columns must give userId to exactly one column: your own id of each customer.");
  return mapped;
}

/** @throws not_found, conflict unless it is checked */
export async function run(workspaceId: string, by: Actor, id: string): Promise<One> {
  const require = ({ state, counts }: Row) => {
    if (state !== "checked") throw conflict(`Only a checked import can be run; this one is ${said[state]}.`);
    if (runnable(counts) === 0) throw conflict("No line of this file can be written. Correct it and send it again.");
  };
  const after = await changed(workspaceId, id, require, async (row, tx) => {
    const { new: made = 0, changed: others = 0 } = row.counts;
    await audit.record(tx, workspaceId, by, {
      what: "import.started",
      subject: row.fileName,
      details: { lines: row.lines, created: made, changed: others },
    });
    const now = currentTime();
    return {
      ...{ state: "running", startedAt: now, position: 0, dropsFile: true, expiresAt: endsAt(now), steppedAt: now },
      ...{ runnerId: by.accountId, runner: by.name },
    };
  });
  wake(workspaceId);
  return after;
}

const said: Record<Row["state"], string> = {
  uploading: "being sent",
  columns: "waiting for its columns",
  checking: "being checked",
  checked: "checked",
  running: "running",
  done: "done",
  cancelled: "cancelled",
  failed: "failed",
  undoing: "being undone",
  undone: "undone",
};

/** Ends what waits, runs or could not be checked; what the run has written stays. @throws not_found, conflict when it has ended already */
export async function cancel(workspaceId: string, by: Actor, id: string): Promise<One> {
  const require = (row: Row) => {
    const { state } = row;
    if (!["columns", "checking", "checked", "running"].includes(state) && !isUnread(row))
      throw conflict(`This import is ${said[state]}, so nothing is left to cancel.`);
  };
  const after = await changed(workspaceId, id, require, async (row, tx) => {
    await audit.record(tx, workspaceId, by, {
      what: "import.cancelled",
      subject: row.fileName,
      details: { created: row.created, changed: row.written - row.created },
    });
    const now = currentTime();
    return { state: "cancelled", finishedAt: now, dropsFile: true, expiresAt: endsAt(now), steppedAt: now };
  });
  wake(workspaceId);
  return after;
}

/** Removes, in the background, the contacts that only this import made. @throws not_found, conflict */
export async function undo(workspaceId: string, by: Actor, id: string): Promise<One> {
  const require = (row: Row) => {
    if (viewOf(row).undoUntil !== null) return;
    const { state } = row;
    if (state !== "done" && state !== "cancelled" && state !== "failed")
      throw conflict(`Only an import that has ended can be undone; this one is ${said[state]}.`);
    if (row.created === 0) throw conflict("This import made no contact, so there is nothing to undo.");
    throw conflict(`The ${undoDays} days in which this import could be undone are over.`);
  };
  const after = await changed(workspaceId, id, require, async (row, tx) => {
    await audit.record(tx, workspaceId, by, { what: "import.undone", subject: row.fileName, details: { created: row.created } });
    return { state: "undoing", position: 0, removed: 0, stayed: 0, attempts: 0, steppedAt: currentTime() };
  });
  wake(workspaceId);
  return after;
}
