import * as contacts from "@/lib/context/contacts";
import { ContactItem } from "@/lib/context/contacts/contract";
import { escapeFormulas } from "@/lib/kernel/csv";
import type { CsvRecord } from "@/lib/kernel/csv-read";
import { refusedInput } from "@/lib/kernel/error-message";
import { AppError, type Refusal, refusal } from "@/lib/kernel/errors";
import { problemIn } from "@/lib/kernel/json";
import { inEnglish } from "@/lib/kernel/refused";
import { clip, codePoints } from "@/lib/kernel/text";
import type { Column, Encoding } from "./contract";
import { decoded } from "./encoding";
import { nameOrder } from "./guess";
import { withCountry } from "./phones";

/** How the lines of a file are read. */
export type Plan = { columns: readonly Column[]; encoding: Encoding; defaultCountry: string | null };

type Why = { reason: string; refusal?: Refusal | undefined };
type Refused = { result: "refused"; userId: string | null; column: string | null; value: string | null } & Why;
/** A line, before the contacts are looked at. */
export type ReadLine = { line: number } & (
  | { result: "empty" }
  | Refused
  | { userId: string; fields: contacts.Imported["fields"]; attributes: contacts.Imported["attributes"] }
);

const maxValue = 200;
/** The longest value that a contact can have, and the apostrophe that an export may have put before it. */
const maxCell = 1_000 + 1;
const maxOf = { userId: 255, name: 200, email: 254, phone: 1_000, attribute: 1_000 };

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
    return { line, ...validated(itemOf(cells, plan), cells, plan) };
  } catch (error) {
    if (!(error instanceof CellRefused)) throw error;
    // Whatever is refused: by it the line is found when the contact is deleted.
    const userId = userIdOf(record, plan);
    const column = error.index === undefined ? null : (plan.columns[error.index]?.header ?? null);
    return { line, result: "refused", userId, column, value: clip(error.value, maxValue), ...inColumn(error.why, column) };
  }
}

/** To a person the header says which field is meant. */
const inColumn = ({ reason, refusal }: Why, column: string | null): Why => ({
  reason,
  refusal: refusal?.field !== undefined && column !== null ? { ...refusal, field: column } : refusal,
});

/** The userId of a line of which something else is refused; null where there is none that can be read. */
function userIdOf({ cells, brokenCell }: CsvRecord, plan: Plan): string | null {
  const index = plan.columns.find(({ target }) => target?.kind === "userId")?.index ?? -1;
  const text = index === brokenCell ? undefined : decoded(cells[index] ?? "", plan.encoding)?.trim();
  return text === undefined || isTooLong(text) ? null : (ContactItem.shape.userId.safeParse(withoutApostrophe(text)).data ?? null);
}

/** The text of a cell. An apostrophe that keeps spreadsheets from running it is none of the value. */
function textOf(units: string, index: number, { encoding }: Plan): string {
  const text = decoded(units, encoding)?.trim();
  if (text === undefined) throw new CellRefused(index, shown(units), whyOf(refusal("notInEncoding", { encoding: encoding.toUpperCase() })));
  return isTooLong(text) ? text : withoutApostrophe(text);
}

const isTooLong = (text: string): boolean => text.length > maxCell && codePoints(text) > maxCell;

const withoutApostrophe = (text: string): string => (text.startsWith("'") && escapeFormulas(text.slice(1)) === text ? text.slice(1) : text);

/** What units are shown as that are no text. */
const shown = (units: string) => units.replace(/[^\x20-\x7e]/g, "\ufffd");

/** @throws CellRefused for a quotation mark that ends too early, and for more cells than headers */
function requireWhole({ line, cells, brokenCell }: CsvRecord, plan: Plan): void {
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
  throw new CellRefused(undefined, textOf(cells[more] ?? "", more, plan), whyOf(reason));
}

type Item = { userId: string; name?: string; email?: string; phone?: string; attributes: Record<string, string> };

/** What the cells that are not empty say. @throws CellRefused */
function itemOf(cells: readonly string[], plan: Plan): Item {
  const item: Item = { userId: "", attributes: {} };
  const order = nameOrder(plan.columns);
  const names: { text: string; rank: number }[] = [];
  for (const column of plan.columns) {
    const { index, target } = column;
    if (!target) continue;
    const text = textOf(cells[index] ?? "", index, plan);
    if (text === "") continue;
    const field = target.kind === "attribute" ? `attributes.${target.name}` : target.kind;
    // Nothing else looks at a text that no contact can have, so that the time of a line is bounded.
    if (isTooLong(text)) {
      const why = refusal("tooLong", { max: maxOf[target.kind], length: codePoints(text) });
      throw new CellRefused(index, text.slice(0, 2 * maxValue).toWellFormed(), whyOf({ ...why, field }));
    }
    if (problemIn({ [field]: text }))
      throw new CellRefused(index, text.replaceAll("\0", "\ufffd").toWellFormed(), whyOf({ ...refusal("notText"), field }));
    if (target.kind === "attribute") item.attributes[target.name] = text;
    else if (target.kind === "name") names.push({ text, rank: order.get(column) ?? 0 });
    else item[target.kind] = target.kind === "phone" ? withCountry(text, plan.defaultCountry) : text;
  }
  const inOrder = names.sort((a, b) => a.rank - b.rank).map(({ text }) => text);
  return inOrder.length === 0 ? item : { ...item, name: inOrder.join(" ") };
}

/** @throws CellRefused */
function validated(item: Item, cells: readonly string[], plan: Plan): contacts.Imported {
  const parsed = ContactItem.safeParse(item);
  if (!parsed.success) {
    const [field, name] = parsed.error.issues[0]?.path ?? [];
    const column = plan.columns.find(
      ({ target }) => target && (target.kind === "attribute" ? field === "attributes" && target.name === name : target.kind === field),
    );
    const why = whyIn(refusedInput("invalid_request", parsed.error));
    throw new CellRefused(column?.index, column ? textOf(cells[column.index] ?? "", column.index, plan) : "", why);
  }
  try {
    return contacts.importedOf(parsed.data);
  } catch (error) {
    if (error instanceof AppError) throw new CellRefused(undefined, "", whyIn(error));
    throw error;
  }
}
