import { z } from "zod";
import { byteOrderMark, csvLine, csvType, datedName } from "@/lib/kernel/csv";
import { refusal } from "@/lib/kernel/errors";
import { pageOf } from "@/lib/kernel/page";
import { inEnglish } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { listCursorFor, readListCursor } from "@/lib/platform/list-cursor";
import type { Column, LineResult, LinesQuery, ShownLine } from "./contract";
import { mendable } from "./mendable";
import { find, type Row } from "./row";
import { leftOutStatement, linesStatement, linesWithStatement, wholeStatement } from "./sql";
import { namesOf } from "./tags";
import { typed, type Value } from "./types";

const exportedAtOnce = 1_000;

const duplicate = refusal("firstCounts");

type Page = { after: number; max: number; result?: LineResult | undefined; leftOut?: boolean | undefined };

async function read(workspaceId: string, { id, columns }: Row, { after, max, result, leftOut }: Page): Promise<ShownLine[]> {
  const of = [workspaceId, id, after, max] as const;
  const found =
    leftOut !== undefined
      ? await rows(db(), leftOut ? leftOutStatement : wholeStatement)(...of, result ?? null)
      : await (result ? rows(db(), linesWithStatement)(...of, result) : rows(db(), linesStatement)(...of));
  return found.map(({ fields, attributes, ...line }) => ({
    ...line,
    leftOut: line.leftOut ?? [],
    values: line.result === "refused" ? {} : valuesOf({ fields, attributes }, columns),
    ...(line.result === "duplicate" && { reason: inEnglish(duplicate), refusal: duplicate }),
  }));
}

type Written = { fields: Record<string, string> | null; attributes: Record<string, Value> | null };

const valuesOf = ({ fields, attributes }: Written, columns: readonly Column[]): Record<string, string> => ({
  ...shown(fields ?? {}),
  ...Object.fromEntries(Object.entries(typed(attributes ?? {}, columns)).map(([name, value]) => [`attributes.${name}`, String(value)])),
});

/** Without what is only for comparisons. */
const shown = ({ emailKey: _, tagKeys: __, tags, ...fields }: Record<string, string>) => ({
  ...fields,
  ...(tags !== undefined && { tags: namesOf(tags).join(", ") }),
});

const Position = z.tuple([
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

/** A page of the lines, in their order, with the reasons also as data. @throws not_found, invalid_cursor */
export async function shownLines(workspaceId: string, id: string, { result, leftOut, cursor, limit }: LinesQuery) {
  const of = { list: "import lines", workspaceId, filter: { id, result, leftOut } };
  const [after] = cursor ? readListCursor(of, cursor, Position) : [0];
  const row = await find(workspaceId, id);
  const { page, last } = pageOf(await read(workspaceId, row, { after, max: limit + 1, result, leftOut }), limit);
  return { data: page, nextCursor: last ? listCursorFor(of, [String(page.at(-1)?.line ?? 0)]) : null };
}

/** The same as the public API promises it. @throws not_found, invalid_cursor */
export async function lines(workspaceId: string, id: string, query: LinesQuery) {
  const { data: page, nextCursor } = await shownLines(workspaceId, id, query);
  const plain = page.map(({ refusal: _, leftOut, ...line }) => ({ ...line, leftOut: leftOut.map(({ refusal: __, ...one }) => one) }));
  return { data: plain, nextCursor };
}

type Exported = { result?: LineResult | undefined; leftOut?: boolean | undefined };

/** All of them as a CSV file, read while it is sent; those that can be mended so that the file can be imported again. @throws not_found */
export async function file({ id: workspaceId, slug }: { id: string; slug: string }, id: string, { result, leftOut }: Exported) {
  const row = await find(workspaceId, id);
  const parts =
    leftOut || result === "refused" ? mendable(workspaceId, row, leftOut ? "leftOut" : "refused") : csv(workspaceId, row, result);
  const what = leftOut ? "import-left-out" : result ? `import-${result}` : "import";
  return { name: datedName(what, slug, "csv"), type: csvType, parts };
}

async function* csv(workspaceId: string, row: Row, result?: LineResult): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(["line", "result", "userId", "column", "value", "reason"]);
  for (let after = 0; ; ) {
    const page = await read(workspaceId, row, { after, max: exportedAtOnce, result });
    if (page.length === 0) return;
    for (const { line, result: outcome, userId, column, value, reason } of page)
      yield csvLine([String(line), outcome, userId ?? "", column ?? "", value ?? "", reason ?? ""]);
    after = page.at(-1)?.line ?? after;
  }
}
