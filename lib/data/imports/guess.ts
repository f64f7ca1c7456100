import { Email } from "@/lib/kernel/contract";
import { codePoints } from "@/lib/kernel/text";
import { UserId } from "@/lib/people/shared/identity";
import { parsePhone } from "@/lib/people/shared/phone";
import type { Target } from "./contract";
import { emailRank, endsInId, type NamePart, namePart, phoneRank, userIdRank } from "./headers";

/** A column with what its first lines have; "" where a line has nothing. */
export type LookedAt = { header: string; cells: readonly string[] };

/** The share of the values of which the guess must be true. */
const sure = 0.8;
const valuesOf = ({ cells }: LookedAt): string[] => cells.filter((cell) => cell !== "");
const share = (values: readonly string[], is: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(is).length / values.length;

const looksLike: Record<"email" | "phone" | "userId", (column: LookedAt) => boolean> = {
  email: (column) => share(valuesOf(column), (value) => Email.safeParse(value).success) >= sure,
  // Numbers of orders are digits, too.
  phone: (column) => share(valuesOf(column), (value) => /^(\+|00)/.test(value) && parsePhone(value).ok) >= sure,
  userId: (column) => endsInId(column.header) && isUnique(column) && valuesOf(column).every((value) => UserId.safeParse(value).success),
};

const isUnique = (column: LookedAt): boolean => {
  const values = valuesOf(column);
  return values.length > 0 && new Set(values).size === values.length;
};

/** Our own export, and the lines of an import, name attributes so. */
const attributeName = /^attributes\.(.+)$/u;
export const isExported = (header: string): boolean => attributeName.test(header);

/** What our own export has in a column, besides fields and attributes by name: nobody else writes JSON there. */
const inExport = { tags: /^\[.*\]$/s, attributes: /^\{.*\}$/s } as const;
const isKey = (header: string): header is keyof typeof inExport => Object.hasOwn(inExport, header);

/**
 * What the columns of a file mean, by their headers, and else by up to 50 values of each. Null: nothing is known, so the column is ignored
 * unless somebody names it.
 */
export function guess(columns: readonly LookedAt[]): (Target | null)[] {
  const isOwn = ["userId", "tags", "attributes"].every((name) => columns.some(({ header }) => header === name));
  const targets = columns.map((column): Target | null => {
    const { header } = column;
    if (isKey(header)) {
      const values = valuesOf(column);
      return (values.length > 0 || isOwn) && values.every((value) => inExport[header].test(value)) ? { kind: header } : null;
    }
    const name = attributeName.exec(header)?.[1];
    return name === undefined || codePoints(name) > 64 ? null : { kind: "attribute", name };
  });
  const isFree = (index: number) => targets[index] === null;
  const give = (index: number | undefined, kind: "userId" | "name" | "email" | "phone") => {
    if (index !== undefined) targets[index] = { kind };
  };
  give(
    best(columns, isFree, ({ header }) => userIdRank(header), isUnique),
    "userId",
  );
  give(
    best(columns, isFree, ({ header }) => emailRank(header)),
    "email",
  );
  give(
    best(columns, isFree, ({ header }) => phoneRank(header)),
    "phone",
  );
  for (const index of namesOf(columns, isFree)) give(index, "name");
  for (const field of ["email", "phone", "userId"] as const) {
    if (targets.some((target) => target?.kind === field)) continue;
    const index = columns.findIndex((column, at) => isFree(at) && looksLike[field](column));
    if (index >= 0) give(index, field);
  }
  return targets;
}

/** The column with the surest header; one whose values are empty, or not as they should be, only if there is no other. */
function best(
  columns: readonly LookedAt[],
  isFree: (index: number) => boolean,
  rankOf: (column: LookedAt) => number | undefined,
  isGood: (column: LookedAt) => boolean = () => true,
): number | undefined {
  const found = columns.flatMap((column, index) => {
    const rank = isFree(index) ? rankOf(column) : undefined;
    return rank === undefined ? [] : [{ index, rank, isEmpty: valuesOf(column).length === 0, isBad: !isGood(column) }];
  });
  found.sort((a, b) => Number(a.isEmpty) - Number(b.isEmpty) || Number(a.isBad) - Number(b.isBad) || a.rank - b.rank);
  return found[0]?.index;
}

/** The columns that are the name: one, or its parts, which are joined. */
function namesOf(columns: readonly LookedAt[], isFree: (index: number) => boolean): number[] {
  const partAt = columns.map(({ header }, index) => (isFree(index) ? namePart(header) : undefined));
  const first = (part: NamePart, isFilled = true): number | undefined => {
    const index = partAt.findIndex((one, at) => one === part && (!isFilled || valuesOf(columns[at] as LookedAt).length > 0));
    return index >= 0 ? index : isFilled ? first(part, false) : undefined;
  };
  const [given, family, plain] = [first("first"), first("last"), first("plain")];
  const whole = first("whole");
  if (whole !== undefined && (given === undefined || family === undefined)) return [whole];
  const more = [first("middle"), first("secondLast")];
  const isThere = (index: number | undefined): index is number => index !== undefined;
  if (given !== undefined && family !== undefined) return [given, family, ...more].filter(isThere);
  const half = given ?? family;
  // "Name;Vorname": what is called a name is the other half, unless it has both.
  if (half !== undefined && plain !== undefined)
    return hasWithin(columns[plain] as LookedAt, columns[half] as LookedAt) ? [plain] : [half, plain, ...more].filter(isThere);
  if (plain !== undefined) return [plain];
  return half !== undefined ? [half, ...more].filter(isThere) : [first("shown")].filter(isThere);
}

/** Whether most values of one column have those of the other in them. */
function hasWithin({ cells }: LookedAt, part: LookedAt): boolean {
  const both = cells.flatMap((cell, line) => {
    const within = part.cells[line] ?? "";
    return cell === "" || within === "" || cell === within ? [] : [cell.toLowerCase().includes(within.toLowerCase())];
  });
  return both.length > 0 && both.filter(Boolean).length / both.length > 0.5;
}

const places: Record<NamePart, number> = { first: 0, shown: 0, whole: 0, middle: 1, plain: 1, last: 2, secondLast: 3 };

type Named = { header: string };
const known = new WeakMap<readonly Named[], ReadonlyMap<Named, number>>();

/** Where in the name each of its columns is, whatever their order in the file: first names first. */
export function nameOrder<C extends Named & { target: Target | null }>(columns: readonly C[]): ReadonlyMap<Named, number> {
  const before = known.get(columns);
  if (before) return before;
  const named = columns.filter(({ target }) => target?.kind === "name").map((column) => ({ column, part: namePart(column.header) }));
  const has = (part: NamePart) => named.some((one) => one.part === part);
  // Beside one half it is the other.
  const plain = has("first") && !has("last") ? places.last : !has("first") && has("last") ? places.first : places.plain;
  const found = new Map<Named, number>(named.map(({ column, part = "plain" }) => [column, part === "plain" ? plain : places[part]]));
  known.set(columns, found);
  return found;
}
