import { randomBytes } from "node:crypto";
import { test } from "@playwright/test";
import { nextStatement, sweepStatement } from "@/lib/desk/notifications/push/sql";
import { newId } from "@/lib/kernel/ids";
import { close, db, open } from "@/lib/platform/db";
import { run } from "@/lib/platform/db/rows";
import { endTurn, keepTurn, takeTurn } from "@/lib/platform/db/turns/take";
import { variablesOf } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import { holdTransaction } from "../cluster/locks";
import { expectValid, observe } from "../rows/check";
import { expect } from "../support/expect";
import { startDistributed } from "./database";
import type { Nodes } from "./nodes";
import { breachesOnShards } from "./shards";

// What needs a distributed database, and no instance.
test.describe.configure({ mode: "default", timeout: 300_000 });

let nodes: Nodes;
test.beforeAll(async () => {
  nodes = await startDistributed();
});
test.afterAll(() => nodes.stop());

const queue = { name: "push", nextStatement };

// It comes first: what the other test leaves in any queue would be without its turn here.
test("shards are asked for turns one after the other, workspaces of each have them in turn, and no work is left without one", async () => {
  runtime.env = { ...variablesOf({ DATABASE_URL: nodes.url }), SECRET_KEY: "0".repeat(64), NEXTAUTH_SECRET: "1".repeat(64) };
  await open();
  try {
    const { query } = nodes.coordinator;
    const all = Array.from({ length: 7 }, newId);
    const work = (ws: string, count: number) =>
      `insert into push_chat (workspace_id, chat_id, due_at) select '${ws}', gen_random_uuid(), now() from generate_series(1, ${count})`;
    // One of them has very much waiting.
    for (const [index, ws] of all.entries()) {
      await query("insert into workspace (id, slug, name, plan, created_at) values ($1::uuid, $1::text, 'Acme', 'pro', now())", [ws]);
      await query(work(ws, index === 0 ? 5_000 : 1));
    }
    const shards = await query<{ id: string; shard: string }>(
      "select id, get_shard_id_for_distribution_column('queue_turn', id)::text as shard from unnest($1::uuid[]) id",
      [all],
    );
    const shardOf = new Map(shards.map(({ id, shard }) => [id, shard]));
    const count = new Set(shardOf.values()).size;
    const taken: string[] = [];
    for (let turn = 0; turn < 3 * count * all.length; turn += 1) taken.push((await takeTurn(queue))?.workspaceId ?? "none");
    const asked = taken.map((ws) => shardOf.get(ws));
    expect(new Set(asked.slice(0, count)).size).toBe(count);
    expect(asked).toEqual(asked.map((_, turn) => asked[turn % count]));
    for (const shard of new Set(asked)) {
      const own = taken.filter((ws) => shardOf.get(ws) === shard);
      const each = all.filter((ws) => shardOf.get(ws) === shard).length;
      expect(new Set(own.slice(0, each)).size).toBe(each);
      expect(own).toEqual(own.map((_, turn) => own[turn % each]));
    }

    const [, ws = ""] = all;
    const turn = async () => (await query("select from queue_turn where workspace_id = $1", [ws])).length;
    await query("delete from push_chat where workspace_id = $1", [ws]);
    const writing = await holdTransaction({ postgres: nodes.coordinator }, work(ws, 1));
    expect(await endTurn(queue, ws)).toBe(undefined);
    expect(await turn()).toBe(1);
    await writing.letGo("commit");
    expect(await endTurn(queue, ws)).toBeInstanceOf(Date);

    // Another turn that ends in this moment is waited for: it saw nothing that is due for a while.
    const own = `workspace_id = '${ws}' and queue = 'push'`;
    const other = await holdTransaction({ postgres: nodes.coordinator }, `select from queue_turn where ${own} for update`);
    const keeping = keepTurn(queue, ws);
    const waiting = async () =>
      (await Promise.all(nodes.workers.map((node) => node.query("select from pg_stat_activity where wait_event_type = 'Lock'")))).flat()
        .length;
    await expect.poll(waiting).toBe(1);
    await other.query(`update queue_turn set due_at = '${new Date(Date.now() + 3_600_000).toISOString()}' where ${own}`);
    await other.letGo("commit");
    await keeping;
    expect(await query(`select from queue_turn where ${own} and due_at <= now()`)).toHaveLength(1);

    await query("delete from push_chat where workspace_id = $1", [ws]);
    expect(await endTurn(queue, ws)).toBe(null);
    expect(await turn()).toBe(0);
    await query("delete from queue_turn");
    expect((await breachesOnShards(query)).map(({ rule }) => rule)).toContainEqual(expect.stringContaining("without its turn"));
    expect(await run(db(), sweepStatement)()).toBe(all.length - 1);
    expect((await breachesOnShards(query)).map(({ rule }) => rule)).not.toContainEqual(expect.stringContaining("without its turn"));
    await query("delete from push_chat");
  } finally {
    await close();
    delete runtime.env;
  }
});

test("the rows of every raw statement match the schema beside it on a distributed database", async () => {
  const [key, next, secret] = [32, 32, 32].map((bytes) => randomBytes(bytes).toString("hex"));
  const env = { DATABASE_URL: nodes.url, SECRET_KEY: key ?? "", NEXTAUTH_SECRET: secret ?? "" };
  const observed = new Map([
    ...(await observe("everything", env)),
    ...(await observe("rotation", { ...env, SECRET_KEY_NEXT: next ?? "" })),
  ]);
  expectValid(observed);
  expect([...observed.keys()].join("\n")).toContain("get_shard_id_for_distribution_column");
});
