import { z } from "zod";
import { byteOrderMark, csvLine, csvType, datedName } from "@/lib/kernel/csv";
import { refusal } from "@/lib/kernel/errors";
import { pageOf } from "@/lib/kernel/page";
import { inEnglish } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { listCursorFor, readListCursor } from "@/lib/platform/list-cursor";
import type { LineResult, LinesQuery, ShownLine } from "./contract";
import { find } from "./row";
import { linesStatement, linesWithStatement } from "./sql";

const exportedAtOnce = 1_000;

const duplicate = refusal("firstCounts");

type Page = { after: number; max: number; result?: LineResult | undefined };

async function read(workspaceId: string, id: string, { after, max, result }: Page): Promise<ShownLine[]> {
  const of = [workspaceId, id, after, max];
  const found = await (result ? rows(db(), linesWithStatement)(...of, result) : rows(db(), linesStatement)(...of));
  return found.map(({ fields, attributes, ...line }) => ({
    ...line,
    values: {
      ...shown(fields ?? {}),
      ...Object.fromEntries(Object.entries(attributes ?? {}).map(([name, value]) => [`attributes.${name}`, value])),
    },
    ...(line.result === "duplicate" && { reason: inEnglish(duplicate), refusal: duplicate }),
  }));
}

/** Without what is only for comparisons. */
const shown = ({ emailKey: _, ...fields }: Record<string, string>) => fields;

const Position = z.tuple([
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);

/** A page of the lines, in their order, with the reasons also as data. @throws not_found, invalid_cursor */
export async function shownLines(workspaceId: string, id: string, { result, cursor, limit }: LinesQuery) {
  const of = { list: "import lines", workspaceId, filter: { id, result } };
  const [after] = cursor ? readListCursor(of, cursor, Position) : [0];
  await find(workspaceId, id);
  const { page, last } = pageOf(await read(workspaceId, id, { after, max: limit + 1, result }), limit);
  return { lines: page, nextCursor: last ? listCursorFor(of, [String(page.at(-1)?.line ?? 0)]) : null };
}

/** The same as the public API promises it. @throws not_found, invalid_cursor */
export async function lines(workspaceId: string, id: string, query: LinesQuery) {
  const { lines: page, nextCursor } = await shownLines(workspaceId, id, query);
  return { lines: page.map(({ refusal: _, ...line }) => line), nextCursor };
}

/** All of them as a CSV file, read while it is sent. @throws not_found */
export async function file({ id: workspaceId, slug }: { id: string; slug: string }, id: string, result?: LineResult) {
  await find(workspaceId, id);
  return { name: datedName(result ? `import-${result}` : "import", slug, "csv"), type: csvType, chunks: csv(workspaceId, id, result) };
}

async function* csv(workspaceId: string, id: string, result?: LineResult): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(["line", "result", "userId", "column", "value", "reason"]);
  for (let after = 0; ; ) {
    const page = await read(workspaceId, id, { after, max: exportedAtOnce, result });
    if (page.length === 0) return;
    yield page
      .map((one) => csvLine([String(one.line), one.result, one.userId ?? "", one.column ?? "", one.value ?? "", one.reason ?? ""]))
      .join("");
    after = page.at(-1)?.line ?? after;
  }
}
