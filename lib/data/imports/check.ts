import * as contacts from "@/lib/context/contacts";
import { type CsvRecord, readCsv } from "@/lib/kernel/csv-read";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import type { Column } from "./contract";
import { markOf, unitOf, unitsOf } from "./encoding";
import { openQuoteMessage } from "./head";
import { type Plan, type ReadLine, readLine } from "./line";
import { pieceBytes, read } from "./pieces";
import { added, type Failure, keyOf, lock, type Row, waitsUntil } from "./row";
import { maxImportLines, maxKeptLines } from "./shared/limits";
import { checkStatement, removeLinesStatement } from "./sql";
import { grewOver, lookAtSizes } from "./statistics";
import { storedTags } from "./tags";
import { narrowed, saidTypes } from "./types";

/** A line may have so many bytes. What is longer is a quotation mark that does not end. */
const maxLineBytes = 2 * pieceBytes;
const linesRemovedAtOnce = 5_000;

type Tx = Parameters<typeof lock>[0];
type Part = { lines: ReadLine[]; columns?: Column[]; offset: number; line: number; failure?: Failure };

/** So many are read without a pause in which the process does other things. */
const linesAtOnce = 1_000;

/** Checks the next lines of a file, `max` at most. Returns how many. @throws unavailable */
export async function checkSome(workspaceId: string, row: Row, max: number): Promise<number> {
  if (row.checkOffset < 0) return clear(workspaceId, row);
  const part = await readPart(workspaceId, row, Math.min(max, linesAtOnce));
  const isEnd = part.offset >= row.bytes;
  await withRetry(() =>
    db().$transaction(async (tx) => {
      const now = await lock(tx, workspaceId, row.id);
      // Another instance did this chunk, or somebody began anew.
      if (now?.state !== "checking" || now.checkOffset !== row.checkOffset) return;
      const found = part.failure ? [] : await judge(tx, workspaceId, row, part.lines);
      const stored = found.reduce((sum, { result, count }) => sum + (result === "empty" ? 0 : count), 0);
      const lines = now.lines + found.reduce((sum, { count }) => sum + count, 0);
      const failure = part.failure ?? (lines > maxImportLines ? tooMany() : await noRoom(tx, now, stored));
      await tx.contactImport.update({
        where: keyOf(workspaceId, row.id),
        data: {
          ...{
            checkOffset: part.offset,
            position: part.line,
            lines,
            keptLines: { increment: stored },
            counts: added(now.counts, Object.fromEntries(found.map(({ result, count }) => [result, count]))),
            leftOut: now.leftOut + found.reduce((sum, { leftOut }) => sum + leftOut, 0),
            ...(part.columns && { columns: part.columns }),
            attempts: 0,
            steppedAt: currentTime(),
          },
          ...(failure ? { state: "failed", failure, finishedAt: currentTime(), expiresAt: waitsUntil() } : {}),
          ...(!failure && isEnd ? { state: "checked", position: 0, expiresAt: waitsUntil() } : {}),
        },
      });
    }),
  );
  if (grewOver(row.lines, part.lines.length)) await lookAtSizes();
  return Math.max(1, part.lines.length);
}

const tooMany = (): Failure => ({
  code: "too_many_lines",
  message: `The file has more than ${maxImportLines.toLocaleString("en-GB")} lines. Nothing was written. Send it in parts.`,
  line: null,
});

/** Why so many more lines of an import cannot be kept: those of all imports of the workspace count, whatever became of them. */
async function noRoom(tx: Tx, { workspaceId, id, keptLines }: Row, more: number): Promise<Failure | undefined> {
  const others = await tx.contactImport.aggregate({ where: { workspaceId, id: { not: id } }, _sum: { keptLines: true } });
  if ((others._sum.keptLines ?? 0) + keptLines + more <= maxKeptLines) return undefined;
  const max = maxKeptLines.toLocaleString("en-GB");
  const message = `The imports of this workspace have ${max} lines at most, and those of this file would be more. Nothing was written. Cancel imports that wait for their run, or wait until one that ended goes, after seven days, and check this one again.`;
  return { code: "no_room", message, line: null };
}

/** Removes lines of an earlier check; when none is left, this one begins. */
async function clear(workspaceId: string, { id, dataOffset, dataLine }: Row): Promise<number> {
  return withRetry(() =>
    db().$transaction(async (tx) => {
      const now = await lock(tx, workspaceId, id);
      // Another instance is further: these are lines of this check.
      if (now?.state !== "checking" || now.checkOffset >= 0) return 1;
      const count = await run(tx, removeLinesStatement)(workspaceId, id, linesRemovedAtOnce);
      const begun = count > 0 ? { keptLines: { decrement: count } } : { keptLines: 0, checkOffset: dataOffset, position: dataLine };
      await tx.contactImport.update({ where: keyOf(workspaceId, id), data: { ...begun, steppedAt: currentTime() } });
      return Math.max(1, count);
    }),
  );
}

async function readPart(workspaceId: string, row: Row, max: number): Promise<Part> {
  const { id, checkOffset: offset, position: line, bytes, encoding, delimiter } = row;
  let number = Math.floor(offset / pieceBytes);
  let window = Buffer.alloc(0);
  for (;;) {
    const piece = await read({ workspaceId, id }, number);
    if (!piece) return { lines: [], offset, line, failure: { code: "file_missing", message: missing, line: null } };
    window = Buffer.concat([window, window.length === 0 ? piece.subarray(offset - number * pieceBytes) : piece]);
    const isEnd = offset + window.length >= bytes;
    const found = readCsv(unitsOf(window, encoding), { delimiter, line, max, mark: markOf(encoding), isEnd });
    if (found.records.length > 0)
      return {
        ...readAll(found.records, row),
        offset: offset + found.next * unitOf(encoding),
        line: found.line,
      };
    if (isEnd || window.length > maxLineBytes)
      return { lines: [], offset, line, ...ended(found.openQuoteLine, line, isEnd ? bytes : undefined) };
    number += 1;
  }
}

/** The lines, and the columns where the types of their values are others than before: of each as all of its values so far. */
function readAll(records: readonly CsvRecord[], row: Row): Pick<Part, "lines" | "columns"> {
  const types = new Map(row.columns.map(({ index, type }) => [index, type]));
  const onText: Plan["onText"] = ({ index }, text, isSaidText) =>
    types.set(index, isSaidText ? "text" : narrowed(types.get(index) ?? null, text));
  const lines = records.map((record) => readLine(record, { ...row, onText }));
  if (row.columns.every(({ index, type }) => types.get(index) === type)) return { lines };
  return { lines, columns: row.columns.map((column) => ({ ...column, type: types.get(column.index) ?? null })) };
}

const missing = "The file is not in the store any more. Send it again.";

/** Why there is no line where one should begin; nothing at the end of the file. */
function ended(openQuoteLine: number | undefined, line: number, end: number | undefined): { failure?: Failure; offset?: number } {
  if (openQuoteLine !== undefined)
    return { failure: { code: "open_quote", message: openQuoteMessage(openQuoteLine), line: openQuoteLine } };
  if (end !== undefined) return { offset: end };
  return { failure: { code: "line_too_long", message: `Line ${line} has more than 1 MB. Is the delimiter right?`, line } };
}

const isEmpty = (line: ReadLine): boolean => "result" in line && line.result === "empty";

/** Writes the lines, and counts them by their results. The first of several with one userId counts. An empty one is only counted. */
async function judge(tx: Tx, workspaceId: string, { id, columns }: Row, lines: readonly ReadLine[]) {
  const written = lines.filter((one) => !isEmpty(one));
  const empty = lines.length - written.length;
  const counted = empty === 0 ? [] : [{ result: "empty" as const, count: empty, leftOut: 0 }];
  if (written.length === 0) return counted;
  const seen = new Set<string>();
  const sent = written.map((one) => {
    if ("result" in one) return one;
    if (seen.has(one.userId)) return { line: one.line, userId: one.userId, result: "duplicate" as const };
    seen.add(one.userId);
    const { tags, ...rest } = one;
    return tags ? { ...rest, fields: { ...rest.fields, ...storedTags(tags) } } : rest;
  });
  const values = [workspaceId, id, JSON.stringify(sent), JSON.stringify(contacts.full), saidTypes(columns)];
  return [...counted, ...(await rows(tx, checkStatement)(...values))];
}
