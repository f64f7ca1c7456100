import { newId } from "@/lib/kernel/ids";
import { textsOf } from "../api/whatsapp-helpers";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { type GraphApi, startGraphApi } from "../support/graph-api";
import { importIn, linesOf, readImport, sentFile } from "../support/imports";
import { breaches } from "../support/invariants";
import { metricsOf, metricsToken, seriesIn } from "../support/metrics";
import { connectWhatsApp, kinds, newPhone, sendWebhook, webhookWith } from "../support/whatsapp";
import { connect, environmentFor } from "../support/whatsapp-desk";
import { type Cluster, startCluster } from "./cluster";
import { holdLinkingLock, holdTransaction } from "./locks";
import { idOf, logTurns, turnsBefore, turnsOf } from "./turns";

test.describe.configure({ mode: "default", timeout: 180_000 });

const backlog = 5_000;

let graph: GraphApi;
let cluster: Cluster;
test.beforeAll(async () => {
  graph = await startGraphApi();
  cluster = await startCluster({ count: 2, env: { ...environmentFor(graph), METRICS_TOKEN: metricsToken, TRUSTED_PROXIES: "2" } });
  await logTurns(cluster.postgres.query);
});
test.afterAll(async () => {
  await cluster.stop();
  graph.close();
});

const query: Cluster["postgres"]["query"] = (sql, values) => cluster.postgres.query(sql, values);
const noBreaches = async () => expect(await breaches(cluster.postgres.query)).toEqual([]);

/** A workspace with WhatsApp, and another one. */
async function neighbours() {
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const [adas, bobs] = [await ada.signIn(), await bob.signIn()];
  return { ada, bob, adas, bobs, adasId: await idOf(query, ada), bobsId: await idOf(query, bob) };
}

test("with thousands of messages of one workspace waiting, the one of another has one of the next two turns", async () => {
  const { ada, bob, adas, bobs, adasId, bobsId } = await neighbours();
  const channel = await connectWhatsApp(ada, adas);
  const bobsChannel = await connectWhatsApp(bob, bobs);
  // A real webhook with many messages, and as many again as they would be stored.
  const flood = Array.from({ length: 300 }, (_, index) => kinds.text({ phone: newPhone() }, `Flood ${index}`));
  expect((await sendWebhook(channel, webhookWith(...flood))).status).toBe(200);
  await query(
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
     select workspace_id, channel, 'more' || n || external_id, gen_random_uuid(), 'm:' || md5(n::text || external_id), payload, now()
     from inbound_message cross join generate_series(1, $2::int) n where workspace_id = $1 and payload is not null limit $3`,
    [adasId, 4 * backlog, 4 * backlog],
  );
  const before = await turnsOf(query, "inbound", adasId);
  await expect.poll(() => turnsOf(query, "inbound", adasId)).toBeGreaterThan(before);
  expect((await sendWebhook(bobsChannel, webhookWith(kinds.text({ phone: newPhone() }, "Hello")))).status).toBe(200);
  await expect.poll(() => textsOf(bobs), { timeout: 30_000 }).toEqual(["Hello"]);
  const turns = await turnsBefore(query, "inbound", bobsId);
  expect(turns?.length).toBeLessThanOrEqual(2);
  expect(await waitingOf(adasId)).toBeGreaterThan(backlog / 2);
  await noBreaches();
  const metrics = await metricsOf(cluster.instances[0]?.running.url ?? "");
  expect(seriesIn(metrics, "beside_queue_waiting", { queue: "inbound" })).toBeGreaterThan(backlog / 2);
  expect(seriesIn(metrics, "beside_queue_turns_total", { queue: "inbound" })).toBeGreaterThan(0);
  await query("update inbound_message set processed_at = now(), payload = null where workspace_id = $1 and processed_at is null", [adasId]);
});

const waitingOf = async (workspaceId: string) =>
  (
    await query<{ n: number }>("select count(*)::int as n from inbound_message where workspace_id = $1 and processed_at is null", [
      workspaceId,
    ])
  )[0]?.n ?? 0;

test("a channel is put off while too much of its workspace waits, nothing of that webhook is stored, and its admin reads why", async ({
  signedIn,
}) => {
  const { ada, adas, adasId, bobs } = await neighbours();
  const channel = await connectWhatsApp(ada, adas);
  const sent = webhookWith(kinds.text({ phone: newPhone() }, "Hello"));
  await query(
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at, next_try_at)
     select $1, 'whatsapp', n::text, gen_random_uuid(), 'm:' || md5(n::text), '{}', now(), now() + interval '1 hour' from generate_series(1, 10000) n`,
    [adasId],
  );
  const refused = await sendWebhook(channel, sent);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await waitingOf(adasId)).toBe(10_000);
  expect((await adas.call("GET", "/whatsapp")).body).toMatchObject({ waiting: { count: 10_000, limit: 10_000 } });
  expect((await bobs.call("GET", "/whatsapp")).body).toMatchObject({ waiting: { count: 0 } });
  const page = await signedIn(ada, "/settings/whatsapp");
  await expect(page.getByRole("alert").filter({ hasText: "That is the limit of 10,000." })).toContainText("10,000 messages");
  // Before the limit is reached it says so, too, and ends by itself.
  await query("delete from inbound_message where workspace_id = $1 and external_id::int > 1200", [adasId]);
  const warning = page.getByRole("status").filter({ hasText: "From 10,000 on" });
  await expect(warning).toContainText("1,200 messages");
  await query("delete from inbound_message where workspace_id = $1", [adasId]);
  await expect(warning).toHaveCount(0);
  await page.close();
  await query("delete from inbound_message where workspace_id = $1", [adasId]);
  await expect.poll(async () => (await sendWebhook(channel, sent)).status).toBe(200);
  await expect.poll(() => textsOf(adas)).toEqual(["Hello"]);
});

test("with thousands of messages of one workspace to send, the one of another has one of the next two turns", async () => {
  const { ada, bob, adas, bobs, adasId, bobsId } = await neighbours();
  await connect(ada, adas);
  await connect(bob, bobs);
  const customers: { phone: string }[] = [];
  for (let index = 0; index < 10; index += 1) {
    const phone = newPhone();
    customers.push({ phone, ...(await ada.sendMessage({ channel: "whatsapp", phone })) });
  }
  await query(
    `with added as (
       insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
       select c.workspace_id, c.id, c.last_seq + n, gen_random_uuid(), 'message', 'agent', n::text, now()
       from chat c cross join generate_series(1, $2::int) n where c.workspace_id = $1 returning workspace_id, chat_id, id, seq
     ),
     counted as (update chat set last_seq = last_seq + $2::int, last_message_at = now(), last_item_at = now() where workspace_id = $1)
     insert into outbound_message (workspace_id, id, chat_id, channel, state, next_try_at, created_at, updated_at)
     select workspace_id, id, chat_id, 'whatsapp', 'queued', now(), now(), now() from added`,
    [adasId, backlog / customers.length],
  );
  await expect.poll(() => turnsOf(query, "outbound", adasId)).toBeGreaterThan(4);
  const phone = newPhone();
  const { chatId } = await bob.sendMessage({ channel: "whatsapp", phone });
  const written = await bobs.call("POST", `/chats/${chatId}/messages`, { id: crypto.randomUUID(), kind: "message", text: "Hello" });
  expect(written.status, written.text).toBe(201);
  await expect.poll(() => graph.messagesTo(phone).length, { timeout: 30_000 }).toBe(1);
  expect((await turnsBefore(query, "outbound", bobsId))?.length).toBeLessThanOrEqual(2);
  // Each chat's in their order.
  for (const customer of customers) {
    const texts = graph.messagesTo(customer.phone).map(({ body }) => Number((body["text"] as { body: string }).body));
    expect(texts).toEqual(texts.map((_, index) => index + 1));
  }
  await noBreaches();
  await query("update outbound_message set state = 'failed' where workspace_id = $1 and state = 'queued'", [adasId]);
});

test("with thousands of rows of one workspace to index, the one of another is found long before they are", async () => {
  const { bob, bobs, adasId } = await neighbours();
  const left = async () =>
    (await query<{ n: number }>("select count(*)::int as n from search_todo where workspace_id = $1", [adasId]))[0]?.n ?? 0;
  await query(
    "insert into search_todo (workspace_id, kind, target) select $1, 'contact', gen_random_uuid() from generate_series(1, $2::int)",
    [adasId, 20 * backlog],
  );
  await expect.poll(left).toBeLessThan(20 * backlog);
  expect((await bob.api("PUT", "/contacts/u1", { body: { name: "Grace Hopper" } })).status).toBe(200);
  await expect.poll(async () => (await bobs.call("GET", "/search?q=grace")).body["people"], { timeout: 30_000 }).toHaveLength(1);
  // In order of arrival it would be the last.
  expect(await left()).toBeGreaterThan(10 * backlog);
  await query("delete from search_todo where workspace_id = $1", [adasId]);
});

test("of what is indexed together only the row that cannot be is left out, and logged", async () => {
  const { ada, bob, adas, bobs, adasId, bobsId } = await neighbours();
  await query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await query(
    "create trigger refuse before insert on search_person for each row when (new.search_text like '%zzyzx%') execute function refuse()",
  );
  const held = await holdTransaction(cluster, "select pg_advisory_xact_lock(hashtextextended('search batch', 0))");
  for (const [team, userId, name] of [
    ...[0, 1, 2].map((index) => [ada, `u${index}`, `Grace ${index}`] as const),
    [bob, "u0", "Zzyzx"] as const,
    ...[1, 2].map((index) => [bob, `u${index}`, `Grace ${index}`] as const),
  ])
    expect((await team.api("PUT", `/contacts/${userId}`, { body: { name } })).status).toBe(200);
  await held.letGo();
  const foundBy = async (session: typeof adas) => (await session.call("GET", "/search?q=grace")).body["people"];
  await expect.poll(() => foundBy(adas), { timeout: 30_000 }).toHaveLength(3);
  await expect.poll(() => foundBy(bobs), { timeout: 30_000 }).toHaveLength(2);
  const waiting = () => query("select from search_todo where workspace_id in ($1, $2)", [adasId, bobsId]);
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  const lines = cluster.instances.flatMap(({ running }) => running.output().split("\n"));
  // Only of these two: other tests leave what cannot be indexed.
  const skipped = lines.filter(
    (line) => line.includes("something could not be indexed for the search") && (line.includes(adasId) || line.includes(bobsId)),
  );
  expect(skipped.map((line) => line.includes(bobsId))).toEqual([true]);
  await query("drop function refuse cascade");
});

test("turns that wait for something of their workspace leave the other places of each instance to others", async () => {
  const { ada, bob, adas, bobs, adasId, bobsId } = await neighbours();
  const [channel, bobsChannel] = [await connectWhatsApp(ada, adas), await connectWhatsApp(bob, bobs)];
  // The first message of somebody needs it.
  const held = await holdLinkingLock(cluster, ada.workspace);
  const many = Array.from({ length: 400 }, (_, index) => kinds.text({ phone: newPhone() }, `Waits ${index}`));
  expect((await sendWebhook(channel, webhookWith(...many))).status).toBe(200);
  // What turns have taken: they renew their leases, of 30 s. What waited for the lock for too long is tried again within seconds.
  const leased = async () =>
    (
      await query<{ n: number }>(
        "select count(*)::int as n from inbound_message where workspace_id = $1 and next_try_at > now() + interval '15 seconds'",
        [adasId],
      )
    )[0]?.n;
  // Half of the places of two instances, each with a turn of 20, of which some may have been tried.
  const [turns, ofEach] = [2 * 4, 20];
  await expect.poll(leased, { timeout: 30_000 }).toBeGreaterThan((turns - 1) * ofEach);
  expect((await sendWebhook(bobsChannel, webhookWith(kinds.text({ phone: newPhone() }, "Hello")))).status).toBe(200);
  await expect.poll(() => turnsBefore(query, "inbound", bobsId), { timeout: 30_000 }).toBeDefined();
  expect(await leased()).toBeLessThanOrEqual(turns * ofEach);
  await expect.poll(() => textsOf(bobs), { timeout: 30_000 }).toEqual(["Hello"]);
  await query("update inbound_message set processed_at = now(), payload = null where workspace_id = $1 and processed_at is null", [adasId]);
  await held.letGo();
});

test("what takes the database too long is no outage: an entry is tried a few times because of it, and not for ever", async () => {
  const { ada, adas, adasId } = await neighbours();
  const channel = await connectWhatsApp(ada, adas);
  await query(
    `create function give_up() returns trigger language plpgsql as $$ begin raise exception 'too slow' using errcode = '57014'; end $$`,
  );
  await query("create trigger give_up before insert on chat_item for each row when (new.text = 'Zzyzx') execute function give_up()");
  expect((await sendWebhook(channel, webhookWith(kinds.text({ phone: newPhone() }, "Zzyzx")))).status).toBe(200);
  const attempts = async () =>
    (await query<{ attempts: number }>("select attempts from inbound_message where workspace_id = $1", [adasId]))[0]?.attempts;
  await expect.poll(attempts, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await query("drop function give_up cascade");
  await expect.poll(() => textsOf(adas), { timeout: 60_000 }).toEqual(["Zzyzx"]);
});

test("what Meta answered is stored in the end, and nothing is sent twice, when the database gives up on it as too slow", async () => {
  const { ada, adas } = await neighbours();
  await connect(ada, adas);
  const phone = newPhone();
  const { chatId } = await ada.sendMessage({ channel: "whatsapp", phone });
  await query("create sequence tries");
  await query(
    `create function give_up() returns trigger language plpgsql as $$ begin
      if nextval('tries') <= 2 then raise exception 'too slow' using errcode = '57014'; end if;
      return new;
    end $$`,
  );
  await query("create trigger give_up before update on outbound_message for each row when (new.state = 'sent') execute function give_up()");
  const id = newId();
  expect((await adas.call("POST", `/chats/${chatId}/messages`, { id, kind: "message", text: "Hello" })).status).toBe(201);
  const stored = async () =>
    (await query<{ state: string }>("select state::text as state from outbound_message where id = $1", [id])).map(({ state }) => state);
  await expect.poll(stored, { timeout: 20_000 }).toEqual(["sent"]);
  await query("drop function give_up cascade; drop sequence tries");
  expect(graph.messagesTo(phone)).toHaveLength(1);
});

const fileOf = (lines: number) => `id,name\n${Array.from({ length: lines }, (_, index) => `file_${index},Name ${index}`).join("\n")}\n`;

/** Begins the check of a file. */
async function beginImport(team: Team, lines: number): Promise<string> {
  const { id, columns } = await sentFile(team, fileOf(lines));
  const mapped = columns.map(({ index, target }) => ({ index, target }));
  expect((await team.api("PUT", `/imports/${id}/columns`, { body: { columns: mapped } })).status).toBe(200);
  return id;
}

test("an import that fails again and again by our fault ends as failed, can be read and undone, and another workspace’s goes on", async () => {
  const { ada, bob } = await neighbours();
  const id = await beginImport(ada, 700);
  await importIn(ada, id, "checked");
  await query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken' using errcode = 'XX000'; end $$`,
  );
  await query("create trigger fail before insert on contact for each row when (new.name = 'Name 600') execute function fail()");
  expect((await ada.api("POST", `/imports/${id}/run`)).status).toBe(202);
  const failed = await importIn(ada, id, "failed");
  expect(failed.failure).toMatchObject({ code: "internal" });
  const { written } = failed.progress;
  expect(written).toBeGreaterThan(0);
  await query("drop function fail cascade");
  const other = await beginImport(bob, 5);
  await importIn(bob, other, "checked");
  expect((await ada.api("GET", "/imports")).body["data"]).toMatchObject([{ id, state: "failed" }]);
  expect((await ada.api("POST", `/imports/${id}/undo`)).status).toBe(202);
  expect((await importIn(ada, id, "undone")).undone).toEqual({ removed: written, stayed: 0 });
  await noBreaches();
});

test("a deletion waits for a check that may still find lines of the contact, and takes them then; it holds up no other workspace", async () => {
  const { ada, bob, adasId, bobsId } = await neighbours();
  for (const team of [ada, bob]) await team.api("PUT", "/contacts/file_3", { body: {} });
  // The check comes no further: of who is deleted it would store no line.
  await query(
    `create function give_up() returns trigger language plpgsql as $$ begin raise exception 'too slow' using errcode = '57014'; end $$`,
  );
  await query(
    "create trigger give_up before insert on contact_import_line for each row when (new.user_id = 'file_2') execute function give_up()",
  );
  const id = await beginImport(ada, 5);
  for (const team of [ada, bob]) expect((await team.api("DELETE", "/contacts/file_3")).status).toBe(200);
  const left = async (workspaceId: string) =>
    (await query("select from contact where workspace_id = $1 and deleted_at is not null", [workspaceId])).length;
  await expect.poll(() => left(bobsId), { timeout: 30_000 }).toBe(0);
  expect(await left(adasId)).toBe(1);
  await query("drop function give_up cascade");
  await expect.poll(() => left(adasId), { timeout: 30_000 }).toBe(0);
  const lines = (await linesOf(ada, id)).map(({ userId }) => userId);
  expect(lines).toEqual(["file_0", "file_1", "file_2", "file_4"]);
  expect(await importIn(ada, id, "checked")).toMatchObject({ counts: { new: 4 }, progress: { lines: 4 } });
  await noBreaches();
});

test("an import whose time is over is gone for everybody from that moment on, and not run while it is removed", async () => {
  const { ada } = await neighbours();
  const id = await beginImport(ada, 5);
  await importIn(ada, id, "checked");
  // Its lines cannot be removed meanwhile.
  const held = await holdTransaction(cluster, "select from contact_import_line where import_id = $1 for update", [id]);
  await query("update contact_import set expires_at = now() - interval '1 second' where id = $1", [id]);
  for (const [method, path] of [
    ["POST", `/imports/${id}/run`],
    ["GET", `/imports/${id}`],
    ["GET", `/imports/${id}/lines`],
  ] as const)
    expect((await ada.api(method, path)).status, path).toBe(404);
  expect((await ada.api("GET", "/imports")).body["data"]).toEqual([]);
  await held.letGo();
  await expect.poll(() => query("select from contact_import where id = $1", [id]), { timeout: 30_000 }).toEqual([]);
});

test("with a file of very many lines of one workspace checked, each step of another’s small one has one of the next two turns", {
  tag: "@slow",
}, async () => {
  const { ada, bob, adasId, bobsId } = await neighbours();
  const long = await beginImport(ada, 20 * backlog);
  await expect.poll(() => turnsOf(query, "imports", adasId)).toBeGreaterThan(1);
  const id = await beginImport(bob, 20);
  await importIn(bob, id, "checked");
  expect((await turnsBefore(query, "imports", bobsId, true))?.length).toBeLessThanOrEqual(2);
  expect((await bob.api("POST", `/imports/${id}/run`)).status).toBe(202);
  expect((await importIn(bob, id, "done")).progress.written).toBe(20);
  expect((await turnsBefore(query, "imports", bobsId, true))?.length).toBeLessThanOrEqual(2);
  expect(await readImport(ada, long)).toMatchObject({ state: "checking" });
  expect((await ada.api("POST", `/imports/${long}/cancel`)).status).toBe(200);
  await noBreaches();
});

test("an import goes on at the other instance when the one that runs it is killed, and writes each line once", {
  tag: "@slow",
}, async () => {
  const { ada, adasId } = await neighbours();
  const [lines, instances] = [30_000, cluster.instances];
  const id = await beginImport(ada, lines);
  await importIn(ada, id, "checked");
  expect((await ada.api("POST", `/imports/${id}/run`)).status).toBe(202);
  const written = async () =>
    (await query<{ written: number }>("select written from contact_import where workspace_id = $1 and id = $2", [adasId, id]))[0]
      ?.written ?? 0;
  // Either may have the turn.
  for (const instance of instances) {
    const before = await written();
    await expect.poll(written).toBeGreaterThan(before);
    await instance.running.kill();
    await instance.start();
  }
  const done = await importIn(ada, id, "done");
  expect(done).toMatchObject({ counts: { new: lines, changed: 0 }, progress: { written: lines } });
  const [made] = await query<{ rows: number; untouched: number }>(
    `select count(*)::int as rows, count(*) filter (where updated_at = created_at and name = 'Name ' || split_part(user_id, '_', 2))::int as untouched
     from contact where workspace_id = $1`,
    [adasId],
  );
  expect(made).toEqual({ rows: lines, untouched: lines });
  await noBreaches();
});

test("a turn does not end while work is written that cannot be seen yet, and work without a turn is found", { tag: "@slow" }, async () => {
  const { ada, adas, adasId } = await neighbours();
  await connectWhatsApp(ada, adas);
  for (const { running } of cluster.instances) await running.stop();
  const entry = (id: string) =>
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
     values ('${adasId}', 'whatsapp', '${id}', gen_random_uuid(), 'm:${id}', '{"kind": "unknown"}', now())`;
  const due = async () =>
    (await query<{ at: string }>("select due_at::text as at from queue_turn where workspace_id = $1 and queue = 'inbound'", [adasId]))[0]
      ?.at;
  // It had work once, which is gone.
  await query(entry("gone"));
  await query("delete from inbound_message where workspace_id = $1", [adasId]);
  const before = await due();
  const writing = await holdTransaction(cluster, entry("written"));
  const [instance] = cluster.instances;
  await instance?.start();
  await expect.poll(due, { timeout: 20_000 }).not.toBe(before);
  const tried = await due();
  await expect.poll(due, { timeout: 20_000 }).not.toBe(tried);
  expect(await due()).toBeDefined();
  await writing.letGo("commit");
  await noBreaches();
  const attempts = async (id: string) =>
    (
      await query<{ attempts: number }>("select attempts from inbound_message where workspace_id = $1 and external_id = $2", [adasId, id])
    )[0]?.attempts;
  await expect.poll(() => attempts("written"), { timeout: 20_000 }).toBeGreaterThan(0);
  // As a restored backup, or whoever writes without the triggers.
  await query("delete from queue_turn where workspace_id = $1", [adasId]);
  await query(`set session_replication_role = replica; ${entry("swept")}`);
  expect((await breaches(cluster.postgres.query)).length).toBe(1);
  await expect.poll(() => attempts("swept"), { timeout: 90_000 }).toBeGreaterThan(0);
});
