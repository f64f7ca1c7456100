import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { everywhere } from "@/lib/ops/distribute/tables";
import { planOf } from "@/lib/platform/db/citus/statement";
import { expectValid, missingStatements, observe } from "../../rows/check";
import { expect } from "../../support/expect";
import { startedFolder } from "../../support/server";
import { textsOf } from "../sql";

const sources = readdirSync("lib", { recursive: true })
  .map((name) => join("lib", String(name)))
  .filter((file) => file.endsWith(".ts") && !file.startsWith("lib/platform/db/client/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** Statements that are run for their effect, such as a lock: their rows are not read. */
const rowless = sources.flatMap(({ text }) =>
  [...text.matchAll(/\$executeRaw(`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`]*?\})*`)/g)].flatMap(([, sql = ""]) => textsOf(sql)),
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
  "lib/platform/db/citus/client.ts": "It runs the statements of others where their rows are.",
  "lib/platform/db/citus/functions.ts": "It runs on Citus alone, where a test runs every statement as this one does.",
  "lib/platform/db/citus/index.ts": "The same.",
  "lib/platform/db/citus/nodes.ts": "The same.",
  "lib/platform/db/citus/route.ts": "The same.",
  "lib/platform/db/migrate/apply.ts": "It asks for the tables of a script before it is run, which a test asks an embedded database, too.",
  "lib/platform/db/migrate/index.ts": "It reads one column by its place, with the driver and not with a type for rows.",
  "lib/platform/db/migrate/indexes.ts": "It builds indexes on a server: the tests of a cluster run it there.",
  "lib/platform/db/migrate/waiting.ts": "It looks for other sessions on a server: the tests of a cluster run it there.",
};

const names = [...readFileSync("prisma/schema.prisma", "utf8").matchAll(/@@map\("(\w+)"\)/g)].map(([, name = ""]) => name);
const distributed = new Set(names.filter((name) => !everywhere.has(name)));

test("raw statements that return rows are run with a schema, and only by rows.ts", () => {
  const isChecked = (file: string) => file !== "lib/platform/db/rows.ts" && !(file in elsewhere);
  const direct = sources.filter(({ file, text }) => isChecked(file) && /\$queryRaw(Unsafe)?\s*[<`(]|\.query</.test(text));
  expect(direct.map(({ file }) => file)).toEqual([]);
  for (const file of Object.keys(elsewhere)) expect(sources.map((one) => one.file)).toContain(file);
});

test("the rows of every raw statement match the schema beside it", async () => {
  const folder = { DATA_DIR: startedFolder() };
  const observed = await observe("everything", folder);
  const rotated = await observe("rotation", { ...folder, SECRET_KEY_NEXT: "0".repeat(64) });
  const all = new Map([...observed, ...rotated]);
  expect(all.size).toBeGreaterThan(45);
  expectValid(all);
  // Each also says where it would run on a distributed database.
  for (const text of all.keys()) {
    let count = 0;
    const numbered = text.replaceAll("…", () => {
      count += 1;
      return `$${count}`;
    });
    expect(() => planOf(numbered, { distributed, everywhere })).not.toThrow();
  }
  expect(missingStatements(all, { rowless, elsewhere: Object.keys(elsewhere) })).toEqual([]);
});

test("reports a statement that was not run, one without rows, and a row of another shape", () => {
  const left = missingStatements(new Map(), { rowless, elsewhere: [] });
  for (const part of ["lib/context/events/sql.ts", "lib/chats/sql.ts", "lib/workspace/keys/holder.ts"])
    expect(left.join("\n")).toContain(part);
  expect(() => expectValid(new Map([["select 1", { rows: 1, wrong: "count is a string" }]]))).toThrow("count is a string");
  expect(() => expectValid(new Map([["select 1", { rows: 0, wrong: null }]]))).toThrow("0 rows");
});
