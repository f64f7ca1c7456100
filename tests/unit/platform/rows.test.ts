import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { everywhere } from "@/lib/ops/distribute/tables";
import { marked } from "@/lib/platform/db/citus/marks";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { expectValid, missingStatements, observe } from "../../rows/check";
import type { Observed } from "../../rows/observe";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { startedFolder } from "../../support/server";
import { textsOf } from "../sql";

const sources = readdirSync("lib", { recursive: true })
  .map((name) => join("lib", String(name)))
  .filter((file) => file.endsWith(".ts") && !file.startsWith("lib/platform/db/client/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Statements that are run for their effect, such as a lock: their rows are not read. */
const rowless = sources.flatMap(({ text }) =>
  [...text.matchAll(/(?:\brun\([^`\n]*\)|\bstatement\((?:\{ scope(?:: "\w+")? \})?\))(`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`]*?\})*`)/g)].flatMap(
    ([, sql = ""]) => textsOf(sql),
  ),
);

/** Files whose statements run on connections of their own, and why they are left out. */
const elsewhere: Record<string, string> = {
  "lib/ops/move/tables.ts": "It copies whole tables between databases, and compares every row of both in the end.",
  "lib/ops/move/target.ts": "It asks an empty database what it is, before a folder is moved there.",
  "lib/ops/move/index.ts": "It asks the folder that is moved for the check of its key, which the test of a move reads.",
  "lib/ops/secret-key.ts": "It looks for other instances on a server: the tests of a cluster ask there.",
  "lib/ops/distribute/index.ts": "It runs on Citus alone, whose tests distribute a database.",
  "lib/ops/distribute/steps.ts": "The same.",
  "lib/ops/distribute/tables.ts": "The same.",
  "lib/platform/db/citus/functions.ts": "It runs on Citus alone, where a test runs every statement as this one does.",
  "lib/platform/db/citus/index.ts": "The same.",
  "lib/platform/db/citus/nodes.ts": "The same.",
  "lib/platform/db/citus/route.ts": "The same.",
  "lib/platform/db/migrate/apply.ts": "It asks for the tables of a script before it is run, which a test asks an embedded database, too.",
  "lib/platform/db/migrate/index.ts": "It reads one column by its place, with the driver and not with a type for rows.",
  "lib/platform/db/migrate/indexes.ts": "It builds indexes on a server: the tests of a cluster run it there.",
  "lib/platform/db/migrate/waiting.ts": "It looks for other sessions on a server: the tests of a cluster run it there.",
};

const tables = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{[\s\S]*?@@map\("(\w+)"\)/gm)].map(
  ([, name = ""]) => name,
);

/** Functions that lock or write. */
const writing = /_xact_lock|refresh_problem|problem_lock/;

/**
 * What statements declare, compared with how PostgreSQL plans them with marks for their tables, which stand for those of a shard: a table
 * without a mark is in the plan as that of another schema, and a mark in a wrong place is no statement.
 */
async function contradictions(all: Map<string, Observed>): Promise<string[]> {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query("drop schema if exists shard cascade; create schema shard");
  for (const table of tables) await embedded.query(`create table shard.${table} (like public.${table} including all)`);
  const wrong: string[] = [];
  for (const [text, { scope, writes }] of all) {
    if (/^(?:lock table|set local|analyze) /.test(text)) continue;
    const isWhole = scope === "everywhere";
    const asked = isWhole ? text : marked(text, new Set(tables)).replaceAll(/@(\w+)@/g, "shard.$1");
    const plan = await embedded
      .query(`explain (generic_plan, verbose, format json) ${asked}`)
      .catch((error: unknown) => ({ rows: [String(error)] }));
    const planned = JSON.stringify(plan.rows);
    const named = [...planned.matchAll(/"Relation Name":"(\w+)","Schema":"(\w+)"/g)].filter(([, name = ""]) => tables.includes(name));
    const written = [...planned.matchAll(/"Node Type":"ModifyTable"[^{}[\]]*?"Relation Name":"(\w+)"/g)].map(([, name = ""]) => name);
    const isWriting = written.length > 0 || planned.includes('"Node Type":"LockRows"') || writing.test(text);
    const against = (says: string, isSo: boolean) => isSo && wrong.push(`${says}: ${text.trim().slice(0, 160)}`);
    against(`PostgreSQL does not plan it (${planned.slice(0, 200)})`, !planned.includes('"Node Type"'));
    against("it is of a workspace and says everywhere", isWhole && named.some(([, name = ""]) => !everywhere.has(name)));
    against("a table has no mark", !isWhole && named.some(([, , schema]) => schema !== "shard"));
    against("what every node has is written beside a workspace", !isWhole && written.some((name) => everywhere.has(name)));
    against(`it ${isWriting ? "" : "never "}writes`, !isWhole && isWriting !== writes);
    against("its first parameter is no workspace", scope === "workspace" && !text.includes("$1"));
    against("its first parameter is no list", scope === "list" && !text.includes("$1::jsonb"));
  }
  await embedded.query("drop schema shard cascade");
  return wrong;
}

test("no part of a statement has the name of a table", () => {
  const parts = new RegExp(`\\b(?:${tables.join("|")})(?:\\s*\\([^()]*\\))?\\s+as\\s+(?:not\\s+)?(?:materialized\\s*)?\\((?!\\w+ )`, "i");
  expect(
    sources.filter(({ text }) => textsOf(text).some((one) => /\bwith\b/i.test(one) && parts.test(one))).map(({ file }) => file),
  ).toEqual([]);
});

test("raw statements are run with a schema or for their effect, and only by rows.ts", () => {
  const isChecked = (file: string) => file !== "lib/platform/db/rows.ts" && !(file in elsewhere);
  const direct = sources.filter(({ file, text }) => isChecked(file) && /\$(?:query|execute)Raw(Unsafe)?\s*[<`(]|\.query</.test(text));
  expect(direct.map(({ file }) => file)).toEqual([]);
  for (const file of Object.keys(elsewhere)) expect(sources.map((one) => one.file)).toContain(file);
});

test("the rows of every raw statement match the schema beside it", async () => {
  // It starts a product and runs every statement: half a minute on an idle machine, and a busy one takes four times as long.
  test.setTimeout(240_000);
  const folder = { DATA_DIR: startedFolder() };
  const observed = await observe("everything", folder);
  const rotated = await observe("rotation", { ...folder, SECRET_KEY_NEXT: "0".repeat(64) });
  const all = new Map([...observed, ...rotated]);
  expect(all.size).toBeGreaterThan(45);
  expectValid(all);
  expect(await contradictions(all)).toEqual([]);
  expect(missingStatements(all, { rowless, elsewhere: Object.keys(elsewhere) })).toEqual([]);
});

test("reports a statement that was not run, one without rows, and a row of another shape", () => {
  const declared = { scope: "workspace", writes: false } as const;
  const left = missingStatements(new Map(), { rowless, elsewhere: [] });
  for (const part of ["lib/context/events/sql.ts", "lib/chats/sql.ts", "lib/workspace/keys/holder.ts"])
    expect(left.join("\n")).toContain(part);
  expect(() => expectValid(new Map([["select 1", { ...declared, rows: 1, wrong: "count is a string" }]]))).toThrow("count is a string");
  expect(() => expectValid(new Map([["select 1", { ...declared, rows: 0, wrong: null }]]))).toThrow("0 rows");
});
