import { test } from "@playwright/test";
import { citusFunctions } from "@/lib/platform/db/citus/functions";
import { marked, withRows } from "@/lib/platform/db/citus/marks";
import { statementsOf } from "@/lib/platform/db/citus/split";
import { literalOf } from "@/lib/platform/db/citus/values";
import { hasMoved, isUnavailable, sqlState, withRetry } from "@/lib/platform/db/errors";
import { expect } from "../../support/expect";

const tables = new Set(["chat", "event", "member", "push_chat", "account"]);

for (const [text, expected] of [
  ["delete from chat where", "delete from @chat@ as chat where"],
  ["select from chat c, event", "select from @chat@ c, event"],
  ["insert into chat (workspace_id", "insert into @chat@ as chat (workspace_id"],
  ["insert into chat as c (workspace_id", "insert into @chat@ as c (workspace_id"],
  ["update chat set", "update @chat@ as chat set"],
  ["update chat c set", "update @chat@ c set"],
  ["select from member m join account a on", "select from @member@ m join @account@ a on"],
  ["select from chat as own", "select from @chat@ as own"],
  ["select a is distinct from event, 1", "select a is distinct from event, 1"],
  ["(select count(*) from chat)", "(select count(*) from @chat@ as chat)"],
  ["select from chat\n  for update", "select from @chat@ as chat\n  for update"],
] as const) {
  test(`names of tables get a mark: ${text}`, () => {
    expect(marked(text, tables)).toBe(expected);
  });
}

test("a script is split into its statements", () => {
  const script = `-- one; two\ncreate table a (b text default ';');\n/* ; */ create function f() as $x$ begin; end; $x$ language sql;\n-- end\n`;
  expect(statementsOf(script)).toEqual(["create table a (b text default ';')", "create function f() as $x$ begin; end; $x$ language sql"]);
  const functions = statementsOf(citusFunctions());
  expect(functions.filter((one) => !/^(CREATE (OR REPLACE FUNCTION|TABLE)|DROP FUNCTION IF EXISTS)/.test(one))).toEqual([]);
});

test("parameters are written as PostgreSQL reads them", () => {
  expect([null, true, 7, 7n, "x", new Date(0), ["a", 'b"\\', null], { a: 1 }, new Uint8Array([1, 255])].map(literalOf)).toEqual([
    null,
    "true",
    "7",
    "7",
    "x",
    "1970-01-01T00:00:00.000Z",
    '{"a","b\\"\\\\",NULL}',
    '{"a":1}',
    "\\x01ff",
  ]);
});

test("a statement that writes returns a row for each that it wrote", () => {
  for (const text of ["update chat set a = (select 1)", "with a as (select 1) update chat set b = 2", "delete from chat"])
    expect(withRows(text)).toBe(`${text} returning 1 as one`);
  for (const text of ["select 1", "with a as (update chat set b = 2) select from a", "delete from chat returning id"])
    expect(withRows(text)).toBe(text);
});

test("a shard that has just moved is a lost race, and then unavailable", async () => {
  const moved = new Error("The shard of this workspace has moved.");
  expect([hasMoved(moved), sqlState(moved), isUnavailable(moved)]).toEqual([true, "40001", true]);
  expect(hasMoved(new Error("another"))).toBe(false);
  let attempts = 0;
  const work = async () => {
    attempts += 1;
    if (attempts < 3) throw moved;
    return "done";
  };
  expect(await withRetry(work)).toBe("done");
  expect(attempts).toBe(3);
});
