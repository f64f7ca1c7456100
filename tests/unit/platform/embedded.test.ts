import { test } from "@playwright/test";
import { Embedded } from "@/lib/platform/db/embedded";
import { expect } from "../../support/expect";

let embedded: Embedded;
test.beforeAll(async () => {
  embedded = await Embedded.open();
});
test.afterAll(() => embedded.close());

test("a client released in the middle of a transaction leaves no session state to the next", async () => {
  const client = await embedded.pool.connect();
  await client.query("begin");
  await client.query("create table left_behind (id int)");
  await client.query("set timezone = 'Asia/Tokyo'");
  await client.query({ name: "same", text: "select 1 as n" });
  client.release(true);

  expect((await embedded.query("select to_regclass('left_behind') as found")).rows).toEqual([{ found: null }]);
  expect((await embedded.query("show timezone")).rows).toEqual([{ TimeZone: "UTC" }]);
  expect((await embedded.pool.query({ name: "same", text: "select 2 as n" })).rows).toEqual([{ n: 2 }]);
});

test("transfers parameters and results of any size completely", async () => {
  const long = `\uFEFF${"жñ🙂".repeat(400_000)}`;
  expect((await embedded.query<{ text: string }>("select $1::text as text", [long])).rows[0]?.text).toBe(long);
  const { rows } = await embedded.query<{ i: number; text: string }>(
    "select i, repeat(i::text, 400) as text from generate_series(1, 5000) i",
  );
  expect(rows.map(({ i, text }) => text === String(i).repeat(400))).toEqual(Array.from({ length: 5_000 }, () => true));
});

test("an error in the middle of a result ends the query, and the session stays usable", async () => {
  await expect(embedded.query("select 1000 / (500 - i), repeat('x', 100) from generate_series(1, 1000) i")).rejects.toThrow(
    "division by zero",
  );
  expect((await embedded.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
});

test("rejects a statement that nests too deep before the engine crashes", async () => {
  await embedded.query("create function deeper(n int) returns int language plpgsql as $$ begin return deeper(n + 1); end $$");
  for (const limit of ["2MB", "7MB"]) {
    await embedded.query(`set max_stack_depth = '${limit}'`);
    await expect(embedded.query("select deeper(1)")).rejects.toThrow("stack depth limit exceeded");
  }
  expect((await embedded.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
});
