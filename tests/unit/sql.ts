import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A text in a source file that is SQL, with `…` in place of each interpolation. */
type Sql = { file: string; text: string };

/** Every string and template of a TypeScript text; strings inside an interpolation are texts of their own. */
export function textsOf(source: string): string[] {
  const found: string[] = [];
  let at = 0;
  let before = "";

  function quoted(quote: string): void {
    let text = "";
    for (at += 1; at < source.length && source[at] !== quote; at += 1) {
      if (source[at] === "\\") at += 1;
      text += source[at];
    }
    found.push(text);
  }
  function template(): void {
    let text = "";
    for (at += 1; at < source.length && source[at] !== "`"; at += 1) {
      if (source[at] === "\\") at += 1;
      if (source.startsWith("${", at)) {
        at += 2;
        code("}");
        text += "…";
      } else text += source[at];
    }
    found.push(text);
  }
  function regex(): void {
    let isClass = false;
    for (at += 1; at < source.length && (isClass || source[at] !== "/"); at += 1) {
      if (source[at] === "\\") at += 1;
      else if (source[at] === "[") isClass = true;
      else if (source[at] === "]") isClass = false;
    }
  }
  /** Reads code up to the bracket that ends it. */
  function code(end: string): void {
    let depth = 0;
    for (; at < source.length; at += 1) {
      const one = source[at] ?? "";
      if (depth === 0 && one === end) return;
      if (one === "{") depth += 1;
      if (one === "}") depth -= 1;
      if (source.startsWith("//", at)) at = source.indexOf("\n", at) - 1;
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 1;
      else if (one === '"' || one === "'") quoted(one);
      else if (one === "`") template();
      else if (one === "/" && /[(,=:[!&|?{};>\n]/.test(before)) regex();
      if (at < 0) return;
      if (!/\s/.test(one)) before = one;
    }
  }
  code("");
  return found;
}

const isSql = /\b(select|insert\s+into|update|delete\s+from)\b[\s\S]*\b(from|into|set)\b/i;

/** Every SQL text of the product. */
export function sqlOf(folder: string): Sql[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith(".ts") && !file.startsWith("lib/platform/db/client/"))
    .flatMap((file) => textsOf(readFileSync(file, "utf8")).map((text) => ({ file, text })))
    .filter(({ text }) => isSql.test(text));
}

/** The text of a query and of each query in parentheses within it, each without those inside it. */
function levelsOf(sql: string): string[] {
  const open: string[] = [""];
  const done: string[] = [];
  for (const one of sql) {
    if (one === "(") open.push("");
    else if (one === ")" && open.length > 1) {
      const inner = open.pop() ?? "";
      // A list of columns or values belongs to the surrounding query; a subquery does not.
      if (/\b(select|insert|update|delete)\b/i.test(inner)) {
        done.push(inner);
        open[open.length - 1] += "( )";
      } else open[open.length - 1] += `(${inner})`;
    } else open[open.length - 1] += one;
  }
  return [...done, ...open];
}

const keywords = "where|set|on|using|order|limit|for|join|cross|left|inner|select|values|from|group|offset|returning|union|and|as|default";

/** Tables with a workspace that a statement reads or writes without comparing their workspace. */
export function withoutWorkspace(sql: string, tables: readonly string[]): string[] {
  const plain = sql.replaceAll(/--[^\n]*/g, "");
  const names = tables.join("|");
  const named = new RegExp(
    `\\b(from|join|update|into)\\s+"?(${names})"?\\b(?!\\s*\\.)(?:\\s+(?:as\\s+)?(?!(?:${keywords})\\b)([a-z]\\w*))?`,
    "gi",
  );
  return levelsOf(plain).flatMap((level) =>
    [...level.matchAll(named)].flatMap(([, how = "", table = "", alias]) => {
      const name = alias ?? table;
      const compares = new RegExp(`\\b${name}\\.workspace_id\\s*=|=\\s*${name}\\.workspace_id\\b|(?<![.\\w])workspace_id\\s*=`, "i");
      const isWritten = new RegExp(`into\\s+${table}\\b[^(]*\\(\\s*workspace_id\\b`, "i");
      return (/into/i.test(how) ? isWritten : compares).test(level) ? [] : [name === table ? table : `${table} ${name}`];
    }),
  );
}
