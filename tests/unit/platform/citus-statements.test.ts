import { test } from "@playwright/test";
import { citusFunctions } from "@/lib/platform/db/citus/functions";
import { statementsOf } from "@/lib/platform/db/citus/split";
import { allWorkspaces, firstOfAll, planOf, withRows } from "@/lib/platform/db/citus/statement";
import { literalOf } from "@/lib/platform/db/citus/values";
import { hasMoved, isUnavailable, sqlState, withRetry } from "@/lib/platform/db/errors";
import { expect } from "../../support/expect";

const tables = { distributed: new Set(["chat", "event", "member", "contact", "push_chat"]), everywhere: new Set(["workspace", "account"]) };
const plan = (text: string) => planOf(text, tables);
const textOf = (text: string) => {
  const found = plan(text);
  return found.by === "citus" ? found.text : found.statement.text;
};

test("a statement is run where the workspace is that it compares", () => {
  expect(plan("select id from chat where id = $1::uuid and workspace_id = $2::uuid")).toMatchObject({ by: "workspace", at: 1 });
  expect(plan("insert into chat (workspace_id, id) values ($1::uuid, $2::uuid)")).toMatchObject({ by: "workspace", at: 0 });
  expect(plan("select id from workspace where slug = $1")).toEqual({ by: "citus", text: "select id from workspace where slug = $1" });
  expect(plan("select 1 from jsonb_array_elements($1::jsonb) e join chat c on c.workspace_id = (e->>'ws')::uuid")).toMatchObject({
    by: "list",
  });
  expect(plan("select pg_advisory_xact_lock(problem_lock($1::uuid, $2::uuid))")).toMatchObject({ by: "workspace", at: 0 });
});

test("a statement of all workspaces says so, and one that forgot is refused", () => {
  expect(plan(`select id from chat ${allWorkspaces}`)).toMatchObject({ by: "shard", first: false });
  expect(plan(`select id from chat limit 1 ${firstOfAll}`)).toMatchObject({ by: "shard", first: true });
  expect(() => plan("select id from chat where id = $1")).toThrow(/neither whose rows/);
});

test("what every node has whole is not written beside the rows of a workspace", () => {
  expect(() => plan("with a as (update account set name = 'x') select from chat where workspace_id = $1::uuid")).toThrow(/every node has/);
  expect(textOf("select a.name from member m join account a on a.id = m.account_id where m.workspace_id = $1::uuid")).toBe(
    "select a.name from @member@ m join @account@ a on a.id = m.account_id where m.workspace_id = $1::uuid",
  );
});

for (const [text, marked] of [
  ["delete from chat where", "delete from @chat@ as chat where"],
  ["select from chat c, event", "select from @chat@ c, event"],
  ["insert into chat (workspace_id", "insert into @chat@ as chat (workspace_id"],
  ["insert into chat as c (workspace_id", "insert into @chat@ as c (workspace_id"],
  ["update chat set", "update @chat@ as chat set"],
  ["update chat c set", "update @chat@ c set"],
  ["select a is distinct from event, 1", "select a is distinct from event, 1"],
  ["(select count(*) from chat)", "(select count(*) from @chat@ as chat)"],
  ["with chat as (select 1) select from chat", "with chat as (select 1) select from chat"],
  ["select from chat\n  for update", "select from @chat@ as chat\n  for update"],
] as const) {
  test(`names of tables get a mark: ${text}`, () => {
    expect(textOf(`${text} /* */ ${allWorkspaces}`)).toBe(
      marked.includes("@") ? `${marked} /* */ ${allWorkspaces}` : `${text} /* */ ${allWorkspaces}`,
    );
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

test("a row that every node has is locked by a lock of its name", () => {
  expect(plan("select id from workspace where id = $1::uuid for update")).toEqual({
    by: "citus",
    text: "select id from workspace where id = $1::uuid",
    lock: { table: "workspace", at: 0, isShared: false },
  });
  expect(plan("\n  select id from api_key where workspace_id = $1::uuid and id = $2::uuid for no key update\n")).toMatchObject({
    text: "\n  select id from api_key where workspace_id = $1::uuid and id = $2::uuid",
    lock: { table: "api_key", at: 1, isShared: false },
  });
  expect(plan(`select key_check as "keyCheck" from installation where id = 1 for share`)).toMatchObject({
    lock: { table: "installation", at: undefined, isShared: true },
  });
  expect(plan("select id from workspace where id = $1::uuid")).not.toHaveProperty("lock");
});
