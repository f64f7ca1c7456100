import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A single PostgreSQL, also the embedded one, or a database that is distributed by Citus. */
type Form = "postgresql" | "citus";

const folder = "prisma/functions";

/**
 * The functions and bodies of triggers as they are now, in the form for one kind of database. The migrations bring them to PostgreSQL, and a
 * test compares; a distributed database is given its form at each start. prisma/functions/README.md describes the marks.
 */
export const functionsFor = (form: Form, root = process.cwd()): string =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => formOf(readFileSync(join(root, folder, file), "utf8"), form))
    .join("\n");

/** One form of a source with marks. */
export function formOf(source: string, form: Form): string {
  const { text, fragments } = linesOf(source, form);
  const chosen = withIncluded(text, fragments).replace(/\[\[(postgresql|citus): ([\s\S]*?)\]\](?!\])/g, (_, only: string, part: string) =>
    only === form ? part : "",
  );
  const statement = /(PREPARED )?ON SHARD OF ([^:\n]+):\s+([\s\S]*?);/g;
  if (form === "postgresql") {
    return chosen
      .replace(statement, "$3;")
      .replace(/@(\w+)@/g, '"$1"')
      .replace(valueMark, "$1");
  }
  return chosen.replace(statement, (_, prepared: string | undefined, workspace: string, body: string) =>
    prepared ? preparedOn(workspace, body) : executedOn(workspace, body),
  );
}

/** The lines of one form, and its fragments. A line `--- …` says for which form those after it are. */
function linesOf(source: string, form: Form): { text: string; fragments: Map<string, string> } {
  const parts = new Map<string, string[]>([["", []]]);
  let to = "";
  for (const line of source.split("\n")) {
    const [, kind, name] = /^--- (postgresql|citus|both|fragment)(?: (\w+))?/.exec(line) ?? [];
    if (kind === undefined) parts.get(to)?.push(line);
    else to = kind === "both" || kind === form ? "" : kind === "fragment" ? (name ?? "") : "other form";
    if (kind === "fragment") parts.set(to, []);
  }
  const fragments = new Map([...parts].map(([name, lines]) => [name, lines.join("\n")]));
  return { text: fragments.get("") ?? "", fragments };
}

const withIncluded = (text: string, fragments: Map<string, string>): string =>
  text.replace(/INCLUDE (\w+)(?:\(([^()]*)\))?/g, (_, name: string, values?: string) => included(fragments, name, values));

/** A fragment may include others. */
function included(fragments: Map<string, string>, name: string, values = ""): string {
  const fragment = fragments.get(name);
  if (fragment === undefined) throw new Error(`There is no fragment ${name}.`);
  const given = values.split(", ");
  const parameters = ["workspace", "owner", "reference", "event"];
  return withIncluded(fragment, fragments).replace(
    /(?<!:):(workspace|owner|reference|event)\b/g,
    (_, parameter: string) => given[parameters.indexOf(parameter)] ?? "",
  );
}

const valueMark = /\{([^{}]+?)(?: as ([a-z]+(?:\[\])?))?\}/g;

/** Takes the values out of a statement, and where its row goes. A statement that is executed returns a row, also instead of `perform`. */
function parametersOf(body: string, written: (at: number, type: string | undefined) => string) {
  const values: string[] = [];
  let into = "";
  const text = body
    .replace(/^PERFORM\b/, "SELECT")
    .replace(/ INTO ([\w."]+)(?=\s+FROM\b)/, (_, variable: string) => {
      into = ` INTO ${variable}`;
      return "";
    })
    .replace(valueMark, (_, value: string, type?: string) => {
      if (!values.includes(value)) values.push(value);
      return written(values.indexOf(value) + 1, type);
    });
  return { text, values, into };
}

/** Planned each time, with its values. */
function executedOn(workspace: string, body: string): string {
  const { text, values, into } = parametersOf(body, (at) => `$${at}`);
  const tables: string[] = [];
  const named = text.replaceAll("%", "%%").replace(/@(\w+)@/g, (_, table: string) => {
    tables.push(`shard_of('${table}', ${workspace})`);
    return "%s";
  });
  const using = values.length > 0 ? ` USING ${values.join(", ")}` : "";
  return `EXECUTE format($q$${named}$q$, ${tables.join(", ")})${into}${using};`;
}

/** Planned once for a session, with its values as texts. */
function preparedOn(workspace: string, body: string): string {
  const { text, values, into } = parametersOf(body, (at, type) => {
    if (!type) throw new Error(`A value of a prepared statement has no type: ${body}`);
    return `($${at}::${type})`;
  });
  return `EXECUTE shard_query(${workspace}, $q$${text}$q$, ${values.map((value) => `(${value})::text`).join(", ")})${into};`;
}
