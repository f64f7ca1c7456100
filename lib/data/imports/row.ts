import { dayMs, hourMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";
import type { Column, Delimiter, FailureCode, Import, ImportState, InvalidValues, LineResult, Warning } from "./contract";
import type { Encoding } from "./shared/encodings";
import { undoDays, waitHours } from "./shared/limits";

export type Counts = Partial<Record<LineResult, number>>;
export type Failure = { code: FailureCode; message: string; line: number | null };

type Stored = Prisma.ContactImportGetPayload<object>;
/** An import as it is stored, with what its JSON holds. */
export type Row = Omit<Stored, "state" | "encoding" | "delimiter" | "columns" | "warnings" | "counts" | "failure" | "invalidValues"> & {
  state: ImportState | "uploading";
  encoding: Encoding;
  delimiter: Delimiter;
  columns: Column[];
  warnings: Warning[];
  counts: Counts;
  failure: Failure | null;
  invalidValues: InvalidValues;
};

export const rowOf = (stored: Stored): Row => stored as unknown as Row;
export const keyOf = (workspaceId: string, id: string) => ({ workspaceId_id: { workspaceId, id } });

/** Locks an import until the transaction ends; undefined when there is none. */
export async function lock(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<Row | undefined> {
  await run(tx, { workspace: workspaceId })`
select id from contact_import where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for no key update`;
  const found = await tx.contactImport.findUnique({ where: keyOf(workspaceId, id) });
  return found ? rowOf(found) : undefined;
}

/** States in which something is done in the background, however long that takes. */
export const working: readonly Row["state"][] = ["checking", "running", "undoing"];
export const isWorking = ({ state }: Pick<Row, "state">): boolean => working.includes(state);

/** Whether its time is over: it is removed, in steps, and for everybody it is gone. */
export const isOver = (row: Pick<Row, "state" | "expiresAt">): boolean => !isWorking(row) && row.expiresAt <= currentTime();

/** Whether it has lines that nobody needs, because it ended and nothing was written of them. */
export const hasUnneeded = ({ state, written, keptLines }: Pick<Row, "state" | "written" | "keptLines">): boolean =>
  (state === "cancelled" || state === "failed") && written === 0 && keptLines > 0;

/** Ended before its run: it wrote nothing, and may be cancelled, so that its file goes. */
export const isUnread = ({ state, startedAt }: Pick<Row, "state" | "startedAt">): boolean => state === "failed" && startedAt === null;

/** @throws not_found when there is none, not yet or not any more */
export function there(row: Row | undefined): Row {
  if (!row || row.state === "uploading" || isOver(row))
    throw new AppError("not_found", "There is no such import. They go seven days after they ended.");
  return row;
}

/** @throws not_found */
export async function find(workspaceId: string, id: string): Promise<Row> {
  const found = await db().contactImport.findUnique({ where: keyOf(workspaceId, id) });
  return there(found ? rowOf(found) : undefined);
}

/** When something goes that waits for its columns or its run from now on, and what ended now. */
export const waitsUntil = (): Date => new Date(currentTime().getTime() + waitHours * hourMs);
export const endsAt = (now = currentTime()): Date => new Date(now.getTime() + undoDays * dayMs);

/** The counts with so many more of each. */
export function added(counts: Counts, more: Counts): Counts {
  const all = { ...counts };
  for (const [result, count] of Object.entries(more) as [LineResult, number][]) all[result] = (all[result] ?? 0) + count;
  return all;
}

/** Lines that a run writes, or finds written. */
export const runnable = ({ new: made = 0, changed = 0, unchanged = 0 }: Counts): number => made + changed + unchanged;

const isFileKept = ({ pieces, dropsFile }: Row) => pieces > 0 && !dropsFile;

export function viewOf(row: Row): Import {
  const { state, counts, undo } = { ...row, undo: row.state === "undoing" || row.state === "undone" };
  const canUndo = (state === "done" || state === "cancelled" || state === "failed") && row.created > 0 && row.finishedAt !== null;
  const until = row.finishedAt && endsAt(row.finishedAt);
  return {
    id: row.id,
    fileName: row.fileName,
    bytes: row.bytes,
    state: state === "uploading" ? "columns" : state,
    encoding: row.encoding,
    delimiter: row.delimiter,
    headerLine: row.headerLine,
    warnings: row.warnings,
    columns: row.columns.map(({ type, typeFrom, ...column }) => ({
      ...column,
      // The version before has stored none.
      ...{ type: type ?? null, typeFrom: typeFrom ?? null },
      ...(isFileKept(row) ? {} : { examples: [] }),
    })),
    defaultCountry: row.defaultCountry,
    progress: progressOf(row),
    counts: { new: 0, changed: 0, unchanged: 0, refused: 0, duplicate: 0, empty: 0, ...counts },
    invalidValues: row.invalidValues,
    leftOut: row.leftOut,
    failure: row.failure,
    stored: { bytes: row.pieces > 0 ? row.bytes : 0, lines: Math.max(0, row.keptLines) },
    fileKept: isFileKept(row),
    createdBy: row.actor,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    undoUntil: canUndo && until && until > currentTime() ? until : null,
    undone: undo ? { removed: row.removed, stayed: row.stayed } : null,
  };
}

function progressOf({ state, checkOffset, bytes, lines, ranLines, written, created, removed, stayed, counts, failure }: Row) {
  const so = { lines, written };
  if (state === "undoing" || state === "undone")
    return { phase: state === "undoing" ? ("undo" as const) : null, done: removed + stayed, total: created, ...so };
  if (state === "running") return { phase: "run" as const, done: ranLines, total: ranLines + left(counts, ranLines), ...so };
  if (state === "checking" || (state === "failed" && failure && ranLines === 0))
    return { phase: state === "checking" ? ("check" as const) : null, done: Math.max(0, checkOffset), total: bytes, ...so };
  return { phase: null, done: ranLines, total: ranLines + left(counts, ranLines), ...so };
}

/** Lines of the check that the run is not through with. What it found refused counts no more as one of them, but it was one. */
const left = (counts: Counts, ranLines: number) => Math.max(0, runnable(counts) - ranLines);
