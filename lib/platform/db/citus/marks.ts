const named = /(?<!\bdistinct )\b(from|join|into|update|using)(\s+)([a-z_]+)\b(\s+(?:as|[a-z])\b)?/gi;

/**
 * A statement with a mark in place of each table, which the node replaces by its shard, and the table's name as alias where the statement
 * gives it none. An alias is one letter, which no word of SQL is, or follows `as`. A test lets PostgreSQL plan each statement so.
 */
export const marked = (text: string, tables: ReadonlySet<string>): string =>
  text.replace(named, (whole, word: string, space: string, name: string, alias = ` as ${name}`) =>
    tables.has(name) ? `${word}${space}@${name}@${alias}` : whole,
  );

/** A statement that writes, with a row for each that it wrote. What is in parentheses, such as a `with` query, is not its verb. */
export function withRows(text: string): string {
  let bare = text.replaceAll(/--[^\n]*/g, "");
  for (let previous = ""; previous !== bare; ) {
    previous = bare;
    bare = bare.replaceAll(/\([^()]*\)/g, " ");
  }
  const verb = /\b(select|insert|update|delete)\b/i.exec(bare)?.[1]?.toLowerCase();
  return verb === "select" || /\breturning\b/i.test(bare) ? text : `${text} returning 1 as one`;
}
