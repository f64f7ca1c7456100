import { byteOrderMark, csvLine } from "@/lib/kernel/csv";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { meansLessBare } from "./cell";
import type { Column } from "./contract";
import { nameOrder } from "./guess";
import type { KeptCell } from "./line";
import type { Row } from "./row";
import { mendableStatement, refusedStatement, widthStatement } from "./sql";
import type { Value } from "./types";

/** Lines with all their cells may be large. */
const linesAtOnce = 20;

/** What the last column is called; that of a file which was such a download already is written anew. */
const reason = "reason";

/** Lines as they are in the file, with a last column that says what is to be mended. So the file can be imported again. */
export async function* mendable(workspaceId: string, { id, columns }: Row, which: "refused" | "leftOut"): AsyncGenerator<string> {
  const own = columns.filter((column) => !isReason(column, columns));
  const taken = new Set(own.map(({ header }) => header.toLowerCase()));
  const name = Array.from({ length: own.length + 1 }, (_, nth) => (nth === 0 ? reason : `${reason} ${nth + 1}`)).find(
    (one) => !taken.has(one),
  );
  const [{ width } = { width: 0 }] = await rows(db(), widthStatement)(workspaceId, id);
  // A line with more cells than headers keeps them all.
  const more = Array.from({ length: Math.max(0, width - columns.length) }, () => "");
  yield byteOrderMark + csvLine([...own.map(({ header }) => header), ...more, name ?? reason]);
  for (let after = 0; ; ) {
    const page = await rows(db(), which === "refused" ? refusedStatement : mendableStatement)(workspaceId, id, after, linesAtOnce);
    if (page.length === 0) return;
    yield page
      .map((line) => {
        const cells: KeptCell[] = line.cells ?? cellsOf(line, columns);
        const why = line.reason ?? (line.leftOut ?? []).map((one) => one.reason).join(" ");
        return csvLine([...own.map(({ index }) => cells[index] ?? ""), ...more.map((_, at) => cells[columns.length + at] ?? ""), why]);
      })
      .join("");
    after = page.at(-1)?.line ?? after;
  }
}

/** The last column of a file that was downloaded to be mended. */
const isReason = ({ index, header, target }: Column, columns: readonly Column[]): boolean =>
  index === columns.length - 1 && target === null && /^reason( \d+)?$/i.test(header);

type Line = { userId: string | null; fields: Record<string, string> | null; attributes: Record<string, Value> | null };

/** The cells of a line that was refused by what its contact has: what it would have written, and texts that look like something else as texts. */
const cellsOf = (line: Line, columns: readonly Column[]): KeptCell[] =>
  valuesOf(line, columns).map((value) => (typeof value === "string" && meansLessBare(value, true) ? { text: value } : String(value)));

function valuesOf({ userId, fields, attributes }: Line, columns: readonly Column[]): Value[] {
  const places = nameOrder(columns);
  const names = columns.filter(({ target }) => target?.kind === "name").sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return columns.map((column) => {
    const { target } = column;
    if (!target) return "";
    if (target.kind === "attribute") return attributes?.[target.name] ?? "";
    if (target.kind === "userId") return userId ?? "";
    if (target.kind === "attributes") {
      const named = new Set(columns.flatMap((one) => (one.target?.kind === "attribute" ? [one.target.name] : [])));
      const others = Object.entries(attributes ?? {}).filter(([key]) => !named.has(key));
      return others.length === 0 ? "" : JSON.stringify(Object.fromEntries(others));
    }
    return target.kind === "name" && column !== names[0] ? "" : (fields?.[target.kind] ?? "");
  });
}
