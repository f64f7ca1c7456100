import { spawn } from "node:child_process";
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Redis } from "ioredis";
import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, type Session, type Team, test } from "../support/fixtures";
import { type GraphApi, startGraphApi } from "../support/graph-api";
import { breaches } from "../support/invariants";
import { foundIn, markedPerson } from "../support/marked";
import { type Receiver, startReceiver } from "../support/receiver";
import { killOnExit } from "../support/server";
import { type Cluster, startCluster } from "./cluster";

/** How many rows the workspace has. DELETION_ROWS=1000000 takes some five minutes on two cores. */
const size = Number(process.env["DELETION_ROWS"] ?? 20_000);
const contactsAtOnce = 1_000;
const measuredMs = Number(process.env["DELETION_MEASURED_MS"] ?? 8_000);

test.describe.configure({ mode: "default", timeout: 300_000 + size * 2 });

let cluster: Cluster;
let receiver: Receiver;
let graph: GraphApi;
test.beforeAll(async () => {
  [receiver, graph] = await Promise.all([startReceiver(), startGraphApi()]);
  const env = { ACTIONS_ALLOW_ORIGINS: `${graph.origin},${receiver.origin}`, WHATSAPP_GRAPH_URL: graph.origin };
  cluster = await startCluster({ count: 2, env });
});
test.afterAll(async () => {
  await cluster.stop();
  receiver.close();
  graph.close();
});

const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);
const dataDir = () => cluster.instances[0]?.running.dataDir ?? "";

/** The command as a process of its own, which can be killed. */
function startDeletion({ workspace }: Team) {
  const args = ["--import", "tsx", "lib/ops/cli.ts", "delete-workspace", "--workspace", workspace, "--confirm", workspace, "--json"];
  const env = { ...process.env, ...cluster.env, DATA_DIR: dataDir(), LOG_LEVEL: "warn" };
  const child = killOnExit(spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] }));
  let out = "";
  child.stdout.on("data", (text: Buffer) => {
    out += text.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { ended, output: () => out, kill: () => child.kill("SIGKILL") };
}

/** A tenth of the rows are contacts, a tenth chats with their people, and the rest items and events. */
async function fill(workspaceId: string, rows: number): Promise<void> {
  const people = Math.round(rows / 30);
  const [items, events] = [Math.round(rows * 0.3), Math.round(rows * 0.3)];
  const statements: [string, unknown[]][] = [
    [
      `insert into contact (workspace_id, id, user_id, name, created_at, updated_at)
       select $1, gen_random_uuid(), 'bulk_' || g, 'Bulk ' || g, now(), now() from generate_series(1, $2::int) g`,
      [people],
    ],
    [
      `insert into person (workspace_id, id, channel, visitor_id, name, created_at)
       select $1, gen_random_uuid(), 'website', 'bulk_' || g, 'Bulk ' || g, now() from generate_series(1, $2::int) g`,
      [people],
    ],
    [
      `insert into chat (workspace_id, id, person_id, status, last_seq, last_message_at, last_item_at, created_at)
       select workspace_id, gen_random_uuid(), id, 'closed', $2::int, now(), now(), now() from person where workspace_id = $1 and visitor_id like 'bulk%'`,
      [Math.round(items / people)],
    ],
    [
      `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
       select c.workspace_id, c.id, g, gen_random_uuid(), 'message', 'customer', 'bulk words ' || g, now()
       from chat c join person p on p.workspace_id = c.workspace_id and p.id = c.person_id and p.visitor_id like 'bulk%'
       cross join generate_series(1, $2::int) g where c.workspace_id = $1`,
      [Math.round(items / people)],
    ],
  ];
  for (const [sql, values] of statements) await query(sql, [workspaceId, ...values]);
  // A statement takes a lock for each contact with problems.
  for (let from = 1; from <= people; from += contactsAtOnce) {
    const range = [from, from + contactsAtOnce];
    await query(
      `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
       select c.workspace_id, gen_random_uuid(), c.id, 'Bulk ' || (g % 5), (case when g % 3 = 0 then 'problem' else 'info' end)::level,
         jsonb_build_object('amount', g), now() - g * interval '1 minute', now(), 0
       from contact c cross join generate_series(1, $2::int) g
       where c.workspace_id = $1 and c.user_id = any(array(select 'bulk_' || n from generate_series($3::int, $4::int - 1) n))`,
      [workspaceId, Math.round(events / people), ...range],
    );
  }
}

const countRows = async (workspaceId: string): Promise<number> => {
  const tables = await query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  );
  let count = 0;
  for (const { name } of tables)
    count +=
      (await query<{ count: number }>(`select count(*)::int as count from "${name}" where workspace_id = $1`, [workspaceId]))[0]?.count ??
      0;
  return count;
};

/** What a neighbour's agent and backend wait for, until the returned function is called: the 99th percentile of all calls, in milliseconds. */
function measure(team: Team, session: Session, chatId: string): () => Promise<{ p50: number; p99: number; calls: number }> {
  const took: number[] = [];
  let isOver = false;
  const timed = async (call: () => Promise<{ status: number }>) => {
    const began = performance.now();
    const { status } = await call();
    took.push(performance.now() - began);
    expect(status).toBeLessThan(300);
  };
  const work = (async () => {
    while (!isOver) {
      await timed(() => session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "note", text: "Hello" }));
      await timed(() => session.call("GET", "/chats"));
      await timed(() => team.sendMessage({ channel: "whatsapp", phone: "447911555001" }, "Hi").then(() => ({ status: 200 })));
      await pause(20);
    }
  })();
  return async () => {
    isOver = true;
    await work;
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { p50: at(0.5), p99: at(0.99), calls: sorted.length };
  };
}

test("a workspace is deleted in steps without a trace while another goes on, also when the command is killed", {
  tag: "@slow",
}, async () => {
  const [gone, stays] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const { markers, fileIds, session } = await markedPerson(gone, receiver);
  const [row] = await query<{ id: string }>("select id from workspace where slug = $1", [gone.workspace]);
  const workspaceId = row?.id ?? "";
  await fill(workspaceId, size);
  // The indexing of the search has its part done; of very many rows it would take longer than their deletion.
  if (size > 50_000) await query("delete from search_todo where workspace_id = $1", [workspaceId]);
  const waits = async () => (await query<{ count: number }>("select count(*)::int as count from search_todo"))[0]?.count;
  await expect.poll(waits, { timeout: 60_000 + size, intervals: [1_000] }).toBe(0);
  await query("analyze");
  const before = await countRows(workspaceId);
  const neighbour = await stays.signIn();
  const { chatId } = await stays.sendMessage({ channel: "whatsapp", phone: "447911555001", name: "Eve" }, "stays");
  const quiet = measure(stays, neighbour, chatId);
  await pause(measuredMs);
  const undisturbed = await quiet();

  const first = startDeletion(gone);
  await expect.poll(() => countRows(workspaceId), { timeout: 60_000 + size, intervals: [500] }).toBeLessThan(before * 0.95);
  first.kill();
  await first.ended;
  const left = await countRows(workspaceId);
  expect(left).toBeGreaterThan(0);
  expect((await session.call("GET", "/chats")).status).toBe(404);
  expect((await gone.api("GET", "/contacts/none")).status).toBe(401);

  const began = performance.now();
  const removing = measure(stays, neighbour, chatId);
  const second = startDeletion(gone);
  expect(await second.ended).toBe(0);
  const seconds = Math.round((performance.now() - began) / 1000);
  const beside = await removing();
  expect(JSON.parse(second.output())).toMatchObject({ workspace: gone.workspace, deleted: true });
  const ratio = beside.p99 / undisturbed.p99;
  process.stdout.write(
    `${before} rows, ${left} after the kill, the rest in ${seconds} s; neighbour alone p50 ${undisturbed.p50} p99 ${undisturbed.p99} ms (${undisturbed.calls} calls), beside p50 ${beside.p50} p99 ${beside.p99} ms (${beside.calls}), ratio ${ratio.toFixed(2)}\n`,
  );
  expect(beside.p99).toBeLessThan(Math.max(500, 4 * undisturbed.p99));

  // Their owner's account stays until then.
  await stays.operate("delete-account", { email: gone.owner.email, confirm: gone.owner.email });
  expect(await countRows(workspaceId)).toBe(0);
  const tables = await query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const rows = new Map<string, object[]>();
  for (const { name } of tables) rows.set(name, await query<object>(`select * from "${name}"`));
  expect(foundIn(rows, { ...markers, workspaceId, bulk: "bulk_1", slug: gone.workspace })).toEqual([]);
  const files = readdirSync(realpathSync(join(dataDir(), "files")), { recursive: true, encoding: "utf8" });
  expect(files.filter((name) => name.includes(workspaceId) || fileIds.some((id) => name.includes(id)))).toEqual([]);
  const redis = new Redis(cluster.redis.url);
  const keys = async () => (await redis.keys("*")).filter((key) => key.includes(workspaceId));
  await expect.poll(keys, { timeout: 70_000, intervals: [2_000] }).toEqual([]);
  redis.disconnect();
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});
