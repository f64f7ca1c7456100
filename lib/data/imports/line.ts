import { z } from "zod";
import * as contacts from "@/lib/context/contacts";
import { ContactItem } from "@/lib/context/contacts/contract";
import { type QuotedText, unescapeFormulas } from "@/lib/kernel/csv";
import type { CsvRecord } from "@/lib/kernel/csv-read";
import { refusedInput } from "@/lib/kernel/error-message";
import { AppError, type Refusal, refusal } from "@/lib/kernel/errors";
import { problemIn } from "@/lib/kernel/json";
import { inEnglish } from "@/lib/kernel/refused";
import { clip, codePoints } from "@/lib/kernel/text";
import { cellValue, isNothing, isShortened, meansLessBare } from "./cell";
import type { Column, InvalidValues, Target } from "./contract";
import { decoded } from "./encoding";
import { isExported, nameOrder } from "./guess";
import { withCountry } from "./phones";
import { type Encoding, encodings } from "./shared/encodings";
import { tagsIn } from "./tags";
import { type Value, valueAs } from "./types";

type PlannedColumn = Pick<Column, "index" | "header" | "target"> & Partial<Column>;
/**
 * How the lines of a file are read. `onText` hears of each text of an attribute, whatever becomes of its line. `isSaidText`: our own export quotes texts,
 * and neither numbers nor booleans.
 */
export type Plan = {
  columns: readonly PlannedColumn[];
  encoding: Encoding;
  defaultCountry: string | null;
  invalidValues?: InvalidValues;
  onText?: (column: PlannedColumn, text: string, isSaidText: boolean) => void;
};

type Why = { reason: string; refusal?: Refusal | undefined };
/** A cell to be mended: with quotation marks where it would say something else without them. */
export type KeptCell = string | QuotedText;
type Refused = { result: "refused"; userId: string | null; column: string | null; value: string | null; cells: KeptCell[] } & Why;
/** A value that a line is taken without. */
type LeftOut = { column: string; value: string } & Why;
/** A line, before the contacts are looked at. */
export type ReadLine = { line: number } & (
  | { result: "empty" }
  | Refused
  | (contacts.Imported & {
      tags?: string[] | undefined /** Only where there are any, with all cells of the line. */;
      leftOut?: LeftOut[];
      cells?: KeptCell[];
    })
);

const maxValue = 200;
/** The longest value that a contact can have, and the apostrophes that an export may have put into it. */
const maxCell = 2 * 1_000;
/** The attributes of a contact as JSON in one cell. */
const maxJson = 250_000;
const maxOf = { userId: 255, name: 200, email: 254, phone: 1_000, attribute: 1_000, tags: 1_000, attributes: maxJson };
/** So much of a cell is kept to be mended. It stays longer than any value, so that what was cut is refused again. */
const maxKept = 2_000;

class CellRefused extends Error {
  constructor(
    readonly index: number | undefined,
    readonly value: string,
    readonly why: Why,
  ) {
    super(why.reason);
  }
}

/** Where the sentence is in the catalogue. */
const whyOf = (reason: Refusal): Why => ({ reason: inEnglish(reason), refusal: reason });
const whyIn = ({ message, refusal }: AppError): Why => ({ reason: message, refusal });

/** What a line says of a contact, or why it cannot be taken: by the rules of PUT /contacts, and with its sentences. */
export function readLine(record: CsvRecord, plan: Plan): ReadLine {
  const { line, cells } = record;
  if (cells.every((cell) => cell.trim() === "")) return { line, result: "empty" };
  try {
    requireWhole(record, plan);
    requireNoHeaders(record, plan);
    const { imported, leftOut } = validated(itemOf(record, plan), record, plan);
    if (leftOut.length === 0) return { line, ...imported };
    return { line, ...imported, leftOut: leftOut.map((one) => leftOutOf(one, plan)), cells: textsOf(record, plan) };
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    // Whatever is refused: by it the line is found when the contact is deleted.
    const userId = userIdOf(record, plan);
    const column = error.index === undefined ? null : (plan.columns[error.index]?.header ?? null);
    const why = { value: clip(error.value, maxValue), ...inColumn(error.why, column) };
    return { line, result: "refused", userId, column, ...why, cells: textsOf(record, plan) };
  }
}

function leftOutOf({ index, value, why }: CellRefused, plan: Plan): LeftOut {
  const column = plan.columns[index ?? -1]?.header ?? "";
  return { column, value: clip(value, maxValue), ...inColumn(why, column) };
}

/** All cells as they are in the file. Of a quotation mark that ends too late only its own line: those behind it are of other people. */
const textsOf = ({ cells, quoted, brokenCell }: CsvRecord, { columns, encoding }: Plan): KeptCell[] =>
  cells.slice(0, brokenCell === undefined ? undefined : brokenCell + 1).map((units, index) => {
    const own = index === brokenCell ? (units.split(/\r\n|\r|\n/)[0] ?? "") : units;
    const text = unescapeFormulas(clip((decoded(own, encoding) ?? shown(own)).replaceAll("\0", "\ufffd").toWellFormed(), maxKept));
    return quoted.includes(index) && meansLessBare(text, isExported(columns[index]?.header ?? "")) ? { text } : text;
  });

/** To a person the header says which field is meant. */
const inColumn = ({ reason, refusal }: Why, column: string | null): Why => ({
  reason,
  refusal: refusal?.field !== undefined && column !== null ? { ...refusal, field: column } : refusal,
});

/** The userId of a line of which something else is refused; null where there is none that can be read. */
function userIdOf(record: CsvRecord, plan: Plan): string | null {
  const index = plan.columns.find(({ target }) => target?.kind === "userId")?.index ?? -1;
  const text = index === record.brokenCell ? undefined : decoded(record.cells[index] ?? "", plan.encoding)?.trim();
  if (text === undefined || isTooLong(text) || isNothing(text)) return null;
  return ContactItem.shape.userId.safeParse(cellValue(text, true)).data ?? null;
}

/** The userIds of these lines that can be read. */
export const userIdsOf = (records: readonly CsvRecord[], plan: Plan): string[] => records.flatMap((record) => userIdOf(record, plan) ?? []);

/** The text of a cell, with the marks of spreadsheets. @throws CellRefused */
function rawOf({ cells }: CsvRecord, index: number, { encoding }: Plan): string {
  const units = cells[index] ?? "";
  const text = decoded(units, encoding)?.trim();
  if (text === undefined)
    throw new CellRefused(index, shown(units), whyOf(refusal("notInEncoding", { encoding: encodings[encoding].label })));
  return text;
}

/** What a cell says. @throws CellRefused */
function textOf(record: CsvRecord, index: number, plan: Plan): string {
  const text = rawOf(record, index, plan);
  return isTooLong(text) ? text : cellValue(text, record.quoted.includes(index));
}

const isTooLong = (text: string): boolean => text.length > maxCell && codePoints(text) > maxCell;

/** What units are shown as that are no text. */
const shown = (units: string) => units.replace(/[^\x20-\x7e]/g, "\ufffd");

/** @throws CellRefused for a quotation mark that ends too early, and for more cells than headers */
function requireWhole(record: CsvRecord, plan: Plan): void {
  const { line, cells, brokenCell } = record;
  if (brokenCell !== undefined) {
    const cell = cells[brokenCell] ?? "";
    // The lines behind the first are those of other people.
    const [own = "", ...others] = cell.split(/\r\n|\r|\n/);
    const reason = others.length === 0 ? refusal("quoteEnds") : refusal("quoteEndsOver", { lines: others.length + 1, line });
    throw new CellRefused(brokenCell, shown(own), whyOf(reason));
  }
  const more = cells.findIndex((cell, index) => index >= plan.columns.length && cell.trim() !== "");
  if (more < 0) return;
  const reason = refusal("tooManyCells", { cells: cells.length, headers: plan.columns.length });
  throw new CellRefused(undefined, rawOf(record, more, plan), whyOf(reason));
}

/** Where files were put together the headers come again. @throws CellRefused */
function requireNoHeaders({ cells }: CsvRecord, { columns, encoding }: Plan): void {
  const isHeader = ({ header, index }: PlannedColumn) => clip(decoded(cells[index] ?? "", encoding)?.trim() ?? "", maxValue) === header;
  if (columns.every(isHeader))
    throw new CellRefused(undefined, columns.map(({ header }) => header).join(" "), whyOf(refusal("headersAgain")));
}

/** An id that lost digits, or that stands for none, would be the id of many. @throws CellRefused */
function requireId(raw: string, index: number, field: "userId" | "phone"): void {
  if (isShortened(raw)) throw new CellRefused(index, raw, whyOf(refusal("shortened")));
  if (field === "userId" && isNothing(raw)) throw new CellRefused(index, raw, whyOf({ ...refusal("nothing", { value: raw }), field }));
}

type Item = { userId: string; name?: string; email?: string; phone?: string; attributes: Record<string, Value> };
type Found = { item: Item; tags?: string[] | undefined; refused: CellRefused[] };

/** What the cells that are not empty say, and which of them say nothing that could be taken. */
function itemOf(record: CsvRecord, plan: Plan): Found {
  const item: Item = { userId: "", attributes: {} };
  const refused: CellRefused[] = [];
  const order = nameOrder(plan.columns);
  const names: { text: string; rank: number }[] = [];
  let tags: string[] | undefined;
  for (const column of plan.columns) {
    const { index, target } = column;
    if (!target) continue;
    try {
      if (target.kind === "userId" || target.kind === "phone") requireId(rawOf(record, index, plan), index, target.kind);
      if (target.kind === "attributes") {
        Object.assign(item.attributes, attributesIn(record, index, plan));
        continue;
      }
      const text = textOf(record, index, plan);
      if (text === "") continue;
      const field = fieldName(target);
      // Nothing else looks at a text that no contact can have, so that the time of a line is bounded.
      if (isTooLong(text)) {
        const why = refusal("tooLong", { max: maxOf[target.kind], length: codePoints(text) });
        throw new CellRefused(index, text.slice(0, 2 * maxValue).toWellFormed(), whyOf({ ...why, field }));
      }
      if (problemIn({ [field]: text }))
        throw new CellRefused(index, text.replaceAll("\0", "\ufffd").toWellFormed(), whyOf({ ...refusal("notText"), field }));
      if (target.kind === "attribute") item.attributes[target.name] = attributeValueOf(text, record, column, plan);
      else if (target.kind === "tags") tags = tagNamesOf(text, index);
      else if (target.kind === "name") names.push({ text, rank: order.get(column) ?? 0 });
      else item[target.kind] = target.kind === "phone" ? withCountry(text, plan.defaultCountry) : text;
    } catch (error) {
      if (!(error instanceof CellRefused)) throw error;
      refused.push(error);
    }
  }
  const inOrder = names.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
  return { item: inOrder.length === 0 ? item : { ...item, name: inOrder.join(" ") }, tags, refused };
}

/** @throws CellRefused */
function tagNamesOf(text: string, index: number): string[] {
  const found = tagsIn(text);
  if ("error" in found) throw new CellRefused(index, text, whyIn(found.error));
  return found.names;
}

/** Several attributes as JSON. @throws CellRefused */
function attributesIn(record: CsvRecord, index: number, plan: Plan): Record<string, Value> {
  const raw = rawOf(record, index, plan);
  if (raw === "") return {};
  const why = { ...refusal("jsonObject"), field: "attributes" };
  if (raw.length > maxJson || !/^'?\{/.test(raw)) throw new CellRefused(index, raw.slice(0, 2 * maxValue).toWellFormed(), whyOf(why));
  const parsed = JsonObject.safeParse(unescapeFormulas(raw));
  if (!parsed.success) throw new CellRefused(index, raw.slice(0, 2 * maxValue).toWellFormed(), whyOf(why));
  return parsed.data;
}

/** Text that is an object of values which an attribute can have. */
const JsonObject = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "is no JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])));

const fieldName = (target: Target): string => (target.kind === "attribute" ? `attributes.${target.name}` : target.kind);

/** What is written to an attribute. While its type is sought in the file, its texts stay what they are. @throws CellRefused */
function attributeValueOf(text: string, { quoted }: CsvRecord, column: PlannedColumn, plan: Plan): Value {
  const { index, target, type, typeFrom } = column;
  if (!type || !target || typeFrom === "values") {
    plan.onText?.(column, text, isExported(column.header) && quoted.includes(index));
    return text;
  }
  const value = valueAs(text, type);
  if (value !== undefined) return value;
  const key = type === "number" ? "columnOfNumbers" : "columnOfBooleans";
  throw new CellRefused(index, text, whyOf({ ...refusal(key), field: fieldName(target) }));
}

/** @throws CellRefused for what must be there, and for every value that is not allowed unless such values are left out */
function validated({ item, tags, refused }: Found, record: CsvRecord, plan: Plan) {
  const leftOut = [...refused];
  const mustRefuse = ({ index }: CellRefused) =>
    plan.invalidValues !== "leave_out" || index === undefined || plan.columns[index]?.target?.kind === "userId";
  for (let sent = item; ; ) {
    const first = leftOut.find(mustRefuse);
    if (first) throw first;
    const parsed = ContactItem.safeParse(sent);
    if (parsed.success) return { imported: { ...importedOf(parsed.data), ...(tags && { tags }) }, leftOut };
    const found = parsed.error.issues.map((issue) => refusedBy(issue, record, plan));
    leftOut.push(...found);
    sent = without(sent, found, plan);
  }
}

function refusedBy(issue: z.core.$ZodIssue, record: CsvRecord, plan: Plan): CellRefused {
  const [field, name] = issue.path;
  const isOwn = ({ target }: PlannedColumn) =>
    target?.kind === "attribute" ? field === "attributes" && target.name === name : target?.kind === field;
  const column = plan.columns.find((one) => one.target?.kind === "attribute" && isOwn(one)) ?? plan.columns.find(isOwn);
  const why = whyIn(refusedInput("invalid_request", new z.ZodError([issue])));
  return new CellRefused(column?.index, column ? textOf(record, column.index, plan) : "", why);
}

function without({ userId, attributes, ...fields }: Item, refused: readonly CellRefused[], plan: Plan): Item {
  const gone = new Set(refused.flatMap(({ index }) => plan.columns[index ?? -1]?.target ?? []).map(fieldName));
  // What is wrong with one of several in a cell is wrong with the cell.
  const isGone = (name: string) =>
    gone.has(`attributes.${name}`) ||
    (gone.has("attributes") && !plan.columns.some(({ target }) => target?.kind === "attribute" && target.name === name));
  const stays = ([name]: [string, unknown]) => !gone.has(name);
  return {
    ...Object.fromEntries(Object.entries(fields).filter(stays)),
    userId,
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !isGone(name))),
  };
}

/** @throws CellRefused */
function importedOf(item: ContactItem): contacts.Imported {
  try {
    return contacts.importedOf(item);
  } catch (error) {
    if (error instanceof AppError) throw new CellRefused(undefined, "", whyIn(error));
    throw error;
  }
}
