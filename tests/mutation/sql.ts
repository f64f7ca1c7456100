/** A change of a part of a statement's text, by offsets into it. */
type Change = { start: number; end: number; text: string };

const locks = /\bfor (?:no key update|update|key share|share)\b(?: of [a-z_]+)?(?: skip locked| nowait)?/g;
const ending =
  /^(?:and|or|where|group by|order by|limit|offset|for|returning|union|on conflict|window|having|then|else|end|when|as|from|join|left join|cross join|inner join|full join|set)\b/;

/** Whether a template is an SQL statement, or a part of one. */
export const isSql = (text: string): boolean =>
  /^\s*(?:with|select|insert into|update|delete from|lock table|where|and|or|join|left join|order by|from)\b/.test(text) &&
  /[_:=]/.test(text);

/** The text with values, strings and comments masked; offsets do not change. */
function masked(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, "X");
  return text
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}|\bis (?:not )?distinct from\b/g, blank)
    .replace(/--[^\n]*|'(?:[^']|'')*'/g, (part) => (part.startsWith("--") ? part.replace(/[^\n]/g, " ") : blank(part)));
}

function depthsOf(text: string): number[] {
  let depth = 0;
  return [...text].map((letter) => {
    if (letter === ")") depth -= 1;
    const own = depth;
    if (letter === "(") depth += 1;
    return own;
  });
}

/**
 * The changes of a statement: conditions, locks, orders, limits, conflict clauses, set columns and ends of ranges. They are the
 * most valuable mutants here, because the database resolves the races.
 */
export function changesOf(text: string): Change[] {
  const sql = masked(text);
  const depths = depthsOf(sql);
  const changes: Change[] = [];

  /** The end of the clause that begins here: the closing bracket around it, or one of these words (or commas) at its depth. */
  function endOf(from: number, { stop = ending, commas = true }: { stop?: RegExp; commas?: boolean } = {}): number {
    const depth = depths[from] ?? 0;
    for (let at = from; at < sql.length; at += 1) {
      if ((depths[at] ?? 0) < depth || sql[at] === ";") return at;
      if (depths[at] !== depth || at === from) continue;
      if (commas && sql[at] === ",") return at;
      if (/\s/.test(sql[at - 1] ?? "") && stop.test(sql.slice(at, at + 20))) return at;
    }
    return sql.length;
  }
  const trimmed = (start: number, end: number) => start + sql.slice(start, end).trimEnd().length;
  const add = (start: number, end: number, replacement: string) => changes.push({ start, end: trimmed(start, end), text: replacement });
  const each = (pattern: RegExp, found: (at: number, match: RegExpMatchArray) => void) => {
    for (const match of sql.matchAll(pattern)) found(match.index, match);
  };

  each(/\b(?:and|or)\b/g, (at, [word]) => add(at, endOf(at + word.length), ""));
  each(/\b(?:where|on|when|having)\s+(?!conflict\b)/g, (at, [word]) => {
    if (/\bdistinct\s+$/.test(sql.slice(0, at))) return;
    const start = at + word.length;
    const end = endOf(start, { commas: !word.startsWith("when") });
    if (sql.slice(start, trimmed(start, end)) !== "true") add(start, end, "true");
    if (word.startsWith("when")) add(start, end, "false");
  });
  each(locks, (at, [lock]) => add(at, at + lock.length, ""));
  each(/\bskip locked\b/g, (at, [word]) => add(at, at + word.length, ""));
  each(/\border by\b/g, (at) => add(at, endOf(at, { stop: /^(?:limit|offset|for|returning|union|on conflict)\b/, commas: false }), ""));
  each(/\blimit [^\s),]+/g, (at, [word]) => add(at, at + word.length, ""));
  each(/\bdistinct(?: on \((?:[^()]|\([^()]*\))*\))?/g, (at, [word]) => add(at, at + word.length, ""));
  each(/\bon conflict\b/g, (at) => add(at, endOf(at, { stop: /^returning\b/, commas: false }), ""));
  each(/\bfilter \(/g, (at, [word]) => add(at, endOf(at + word.length) + 1, ""));
  each(/(?<![-=<>@|])(<=|>=|<|>)(?![>=@])/g, (at, [sign]) => {
    add(at, at + sign.length, sign.endsWith("=") ? sign.slice(0, 1) : `${sign}=`);
  });
  each(/\b(?:coalesce|greatest|least)\(/g, (at, [word]) => {
    const start = at + word.length;
    const comma = endOf(start);
    if (sql[comma] === ",") add(comma, endOf(start, { commas: false }), "");
  });
  each(/\bset\s+(?=[a-z_]+ = )/g, (at, [word]) => {
    const items: [number, number][] = [];
    for (let start = at + word.length; ; ) {
      const end = endOf(start, { stop: /^(?:from|where|returning)\b/ });
      items.push([start, end]);
      if (sql[end] !== ",") break;
      start = end + 1;
    }
    if (items.length < 2) return;
    const [, [second, secondEnd] = [0, 0]] = items;
    for (const [index, [start, end]] of items.entries()) {
      // The first item is removed with the comma after it; its range covers both items, so that no two ranges cross.
      if (index === 0) add(start, secondEnd, text.slice(second, secondEnd).trim());
      else add(start - 1, end, "");
    }
  });
  const seen = new Set<string>();
  return changes.filter(({ start, end, text: to }) => {
    const key = `${start}-${end}-${to}`;
    if (seen.has(key) || text.slice(start, end) === to) return false;
    seen.add(key);
    return true;
  });
}
