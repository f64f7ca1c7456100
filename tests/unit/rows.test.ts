import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { expectRight, heardOf, unheard } from "../rows/check";
import { newFolder } from "../server";
import { textsOf } from "./sql";

const sources = readdirSync("lib", { recursive: true })
  .map((name) => join("lib", String(name)))
  .filter((file) => file.endsWith(".ts") && !file.startsWith("lib/db/client/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** The statements that are run for what they do, such as to lock a row: no row of theirs is read. */
const run = sources.flatMap(({ text }) =>
  [...text.matchAll(/\$executeRaw(`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^`]*?\})*`)/g)].flatMap(([, sql = ""]) => textsOf(sql)),
);

/** Files whose statements run on connections of their own, and why they are not asked here. */
const elsewhere: Record<string, string> = {
  "lib/operator/move/tables.ts": "It copies whole tables between databases, and compares every row of both in the end.",
  "lib/operator/move/target.ts": "It asks an empty database what it is, before a folder is moved there.",
  "lib/operator/move/index.ts": "It asks the folder that is moved for the check of its key, which the test of a move reads.",
  "lib/operator/secret-key.ts": "It looks for other instances on a server: the tests of a cluster ask there.",
  "lib/db/migrate.ts": "It reads one column by its place, with the driver and not with a type for rows.",
};

test("raw statements that answer rows are asked with a shape, and in one place", () => {
  const direct = sources.filter(({ file, text }) => file !== "lib/db/rows.ts" && /\$queryRaw(Unsafe)?\s*[<`(]|\.query</.test(text));
  expect(direct.map(({ file }) => file)).toEqual([]);
  for (const file of Object.keys(elsewhere)) expect(sources.map((one) => one.file)).toContain(file);
});

test("every raw statement answers the rows that are written beside it", async () => {
  const folder = { DATA_DIR: newFolder() };
  const heard = await heardOf("everything", folder);
  const rotated = await heardOf("rotation", { ...folder, SECRET_KEY_NEXT: "0".repeat(64) });
  const all = new Map([...heard, ...rotated]);
  expect(all.size).toBeGreaterThan(45);
  expectRight(all);
  expect(unheard(all, { run, elsewhere: Object.keys(elsewhere) })).toEqual([]);
});

test("a statement of which nothing was heard is named, and so is a row of another shape", () => {
  const left = unheard(new Map(), { run, elsewhere: [] });
  for (const part of ["lib/events/statement.ts", "lib/chats/statements.ts", "lib/keys/holder.ts"]) expect(left.join("\n")).toContain(part);
  expect(() => expectRight(new Map([["select 1", { rows: 1, wrong: "count is a string" }]]))).toThrow("count is a string");
  expect(() => expectRight(new Map([["select 1", { rows: 0, wrong: null }]]))).toThrow("0 rows");
});
