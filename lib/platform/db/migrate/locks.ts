/** What a migration locks its tables with, the weakest first. */
const modes = ["row exclusive", "share", "share row exclusive", "access exclusive"] as const;
type Mode = (typeof modes)[number];
export type Lock = { table: string; mode: Mode };

const stronger = ["ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];
/** The locks of others that each of them waits for, by their names in pg_locks. */
export const conflicting: Record<Mode, string[]> = {
  "row exclusive": ["ShareLock", ...stronger],
  share: ["RowExclusiveLock", "ShareUpdateExclusiveLock", ...stronger],
  "share row exclusive": ["RowExclusiveLock", "ShareUpdateExclusiveLock", "ShareLock", ...stronger],
  "access exclusive": ["AccessShareLock", "RowShareLock", "RowExclusiveLock", "ShareUpdateExclusiveLock", "ShareLock", ...stronger],
};

/**
 * The order in which the statement that records events locks the tables that it writes, and then those that its triggers and keys need; a
 * test asks the database for it. Other tables come last, by name.
 */
export const lockOrder = ["event", "contact", "person", "chat", "chat_item", "problem", "search_todo", "contact_activity", "workspace"];
const rank = (table: string): number => (lockOrder.includes(table) ? lockOrder.indexOf(table) : lockOrder.length);

const name = String.raw`(?:only )?"?(\w+)"?`;
/** `name` in the first group is that of a table, or of an index of the table that is locked. */
const rules: [RegExp, Mode][] = [
  [new RegExp(`^(?:alter|drop) table (?:if exists )?${name}`, "gi"), "access exclusive"],
  [new RegExp(`^(?:alter|drop) index (?:if exists )?${name}`, "gi"), "access exclusive"],
  [new RegExp(`^(?:alter|drop) trigger (?:if exists )?\\S+ on ${name}`, "gi"), "access exclusive"],
  [new RegExp(`^create (?:or replace )?(?:constraint )?trigger .*? on ${name}`, "gi"), "share row exclusive"],
  [new RegExp(`\\breferences ${name} ?\\(`, "gi"), "share row exclusive"],
  [new RegExp(`^create (?:unique )?index [^(]*? on ${name}`, "gi"), "share"],
  [new RegExp(`\\b(?:insert into|update|delete from) ${name}`, "gi"), "row exclusive"],
];
/** A script may name tables itself, such as the other side of a foreign key that it drops. */
const named = /^lock table (.+) in access exclusive mode$/i;

/** The locks that statements take against writers or readers. Some names are of tables that they make themselves, or of no table. */
export function locksOf(statements: string[]): Lock[] {
  return statements.flatMap((statement) => {
    const text = bare(statement);
    const [, list] = named.exec(text) ?? [];
    if (list) return [...list.matchAll(/\w+/g)].map(([table]) => ({ table, mode: "access exclusive" as const }));
    return rules.flatMap(([pattern, mode]) => [...text.matchAll(pattern)].map(([, table = ""]) => ({ table, mode })));
  });
}

/** Each table once, with its strongest lock, in the order in which to take them. */
export function inOrder(locks: Lock[]): Lock[] {
  const strongest = new Map<string, Mode>();
  for (const { table, mode } of locks) strongest.set(table, both(strongest.get(table) ?? mode, mode));
  const all = [...strongest].map(([table, mode]) => ({ table, mode }));
  return all.sort((a, b) => rank(a.table) - rank(b.table) || (a.table < b.table ? -1 : 1));
}

/** A lock that conflicts with all that two others conflict with. */
function both(one: Mode, other: Mode): Mode {
  const [weaker, stronger] = modes.indexOf(one) < modes.indexOf(other) ? [one, other] : [other, one];
  return weaker === "row exclusive" && stronger === "share" ? "share row exclusive" : stronger;
}

/** On one line, without comments, texts and the bodies of functions. */
const bare = (statement: string): string =>
  statement
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
