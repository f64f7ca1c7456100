import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "@playwright/test";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { isPart } from "../ci-parts";
import { expect } from "../support/expect";
import { killOnExit, startServer } from "../support/server";
import { distribute } from "./database";
import { fill } from "./fill";
import { type Nodes, startNodes } from "./nodes";
import { breachesOnShards } from "./shards";

test.describe.configure({ mode: "serial" });

const inCI = isPart("CITUS");
/** CITUS_EVENTS=1000000 takes some minutes. */
const events = Number(process.env["CITUS_EVENTS"] ?? (inCI ? 5_000 : 20_000));
const killedAfterMs = inCI ? [800, 3_500] : [800, 2_000, 3_500, 5_000];
const secrets = { SECRET_KEY: "0123456789abcdef".repeat(4), NEXTAUTH_SECRET: "fedcba9876543210".repeat(4) };

let nodes: Nodes;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  nodes = await startNodes();
  await nodes.coordinator.query("drop extension citus cascade");
  await withStartupLockAt(nodes.url, (connection) => migrate(connection));
  await fill(nodes.coordinator.query, { workspaces: 20, events });
  // An installation that exists becomes the coordinator.
  await nodes.coordinator.query("create extension citus");
  await nodes.connect();
});
test.afterAll(() => nodes.stop());

/** The migrations have so many. */
const triggerCount = 57;
const tables = ["contact", "event", "chat_item", "problem", "search_todo", "contact_activity", "first_answer"];
const counts = async () => {
  const counted: Record<string, number> = {};
  for (const table of tables)
    counted[table] = (await nodes.coordinator.query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n ?? -1;
  return counted;
};

test("a database is spread over the nodes, also when the command is killed again and again", async () => {
  test.setTimeout(600_000 + events);
  const before = await counts();
  expect(before["event"]).toBeGreaterThanOrEqual(events);
  for (const ms of killedAfterMs) {
    const child = killOnExit(
      spawn(process.execPath, ["--import", "tsx", "lib/ops/distribute/main.ts"], {
        env: { ...process.env, DATABASE_URL: nodes.url },
        stdio: "ignore",
      }),
    );
    const ended = once(child, "exit");
    await Promise.race([pause(ms), ended]);
    child.kill("SIGKILL");
    await ended;
  }
  distribute(nodes.url);
  expect(await counts()).toEqual(before);
  expect(await breachesOnShards(nodes.coordinator.query)).toEqual([]);
  const repeated = distribute(nodes.url);
  expect(repeated).toContain("was distributed before");
  expect(repeated).toMatch(new RegExp(`[1-9]\\d* foreign keys hold, and ${triggerCount} triggers are on every node`));
});

test("the foreign keys and the triggers are those of the migrations", async () => {
  const read = (text: string) => nodes.coordinator.query<{ name: string }>(text);
  const keys = await read("select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace");
  const triggers = await read(
    "select tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid where not tgisinternal and tgname not like 'truncate_trigger_%' and c.relnamespace = 'public'::regnamespace",
  );
  expect(keys.length).toBeGreaterThan(25);
  expect(triggers.length).toBe(triggerCount);
});

test("an instance starts on it, and not on one that is only partly distributed, or has a table on one node", async () => {
  test.setTimeout(180_000);
  const env = { ...secrets, DATABASE_URL: nodes.url };
  await (await startServer({ env })).stop();
  for (const [made, said] of [
    ["create table distribution_step (a int)", "only partly distributed"],
    ["create table later (workspace_id uuid not null, id uuid not null, primary key (workspace_id, id))", "on one node only"],
  ] as const) {
    await nodes.coordinator.query(made);
    await expect(startServer({ env })).rejects.toThrow(said);
    await nodes.coordinator.query(`drop table ${made.split(" ")[2]}`);
  }
});
