import { z } from "zod";
import { AppError } from "./errors";
import { highestId } from "./id-bounds";
import { isUuid } from "./ids";

/** The first moment that both the database and a Date have: the database has no year 0. */
export const firstMoment = new Date("0001-01-01T00:00:00Z");

/** The time in a cursor of any list, as it is written there; what the database could not compare is refused before it is asked. */
const CursorTime = z.iso
  .datetime()
  .transform((text) => new Date(text))
  .refine((at) => at >= firstMoment);
const CursorId = z.string().refine(isUuid);

/** Where a page of rows with a time begins. */
export const TimePosition = z.tuple([CursorTime, CursorId]);
/** The same of rows with two times. */
export const TimesPosition = z.tuple([CursorTime, CursorTime, CursorId]);

const invalidCursor = () => new AppError("invalid_cursor", "cursor must be the next of the page before.");

/** The page that `size + 1` rows were read for, and the row that the next page begins after, if there is one. */
export function pageOf<Row>(found: readonly Row[], size: number): { page: Row[]; last: Row | undefined } {
  const page = found.slice(0, size);
  return { page, last: found.length > size ? page.at(-1) : undefined };
}

/** Where a list begins that is newest first: after every time, and before every other id. */
export const newestPosition = { at: new Date("9999-12-31T00:00:00Z"), id: highestId };

/** A position in a list that is newest first: a time and, of rows with the same time, an id. */
export const cursorFor = ({ at, id }: { at: Date; id: string }): string => `${at.toISOString()}_${id}`;

/** @throws invalid_cursor for what `cursorFor` did not make */
export function readCursor(text: string): [Date, string] {
  const position = TimePosition.safeParse(text.split("_", 3));
  if (!position.success) throw invalidCursor();
  return position.data;
}

/** The cursor of a list that is ordered by ids alone. @throws invalid_cursor */
export function readIdCursor(text: string): string {
  if (!isUuid(text)) throw invalidCursor();
  return text;
}

/** A position in a list of numbered items, and the direction in which it is read. */
export type SeqRange = { after: number } | { before: number };

export const rangeCursorFor = (range: SeqRange): string => ("after" in range ? `after_${range.after}` : `before_${range.before}`);

/** @throws invalid_cursor for what `rangeCursorFor` did not make */
export function readRangeCursor(text: string): SeqRange {
  const [, side, digits] = /^(after|before)_(\d{1,9})$/.exec(text) ?? [];
  if (side === undefined) throw invalidCursor();
  return side === "after" ? { after: Number(digits) } : { before: Number(digits) };
}
