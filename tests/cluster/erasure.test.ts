import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import pg from "pg";
import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { newDesk } from "../support/desk";
import { expect, newTeam, type Session, type Team, test } from "../support/fixtures";
import { type GraphApi, startGraphApi } from "../support/graph-api";
import { breaches } from "../support/invariants";
import { eraseMarked, foundIn, markedPerson, reportStatus } from "../support/marked";
import { type Receiver, startReceiver } from "../support/receiver";
import { tryUpload } from "../support/uploads";
import { newVisitor, openWebsite } from "../support/visitor";
import {
  connectWhatsApp,
  kinds,
  messagesChange,
  newPhone,
  newUserId,
  numberChange,
  sendWebhook,
  statusChange,
  webhookOf,
  webhookWith,
} from "../support/whatsapp";
import { newWhatsAppDesk } from "../support/whatsapp-desk";
import { type Cluster, startCluster } from "./cluster";

test.describe.configure({ mode: "default", timeout: 180_000 });

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

/** Every row of every table, as the catalogue names them. */
async function everyRow(): Promise<Map<string, object[]>> {
  const tables = await query<{ name: string }>(
    "select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const found = new Map<string, object[]>();
  for (const { name } of tables) found.set(name, await query<object>(`select * from "${name}"`));
  return found;
}

const filesFolder = () => realpathSync(join(cluster.instances[0]?.running.dataDir ?? "", "files"));
const files = (): string[] =>
  readdirSync(filesFolder(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    // One may be removed in this moment.
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return existsSync(path) ? [readFileSync(path, "latin1")] : [];
    });

/** Every key of Redis, with its value as Redis writes it down. */
async function redisKeys(): Promise<string[]> {
  const redis = new Redis(cluster.redis.url);
  const keys = await redis.keys("*");
  const values: string[] = [];
  for (const key of keys) values.push(`${key} ${await redis.type(key)} ${(await redis.dump(key))?.toString() ?? ""}`);
  redis.disconnect();
  return values;
}

const chatIdOf = async (session: Session, text: string) =>
  ((await session.call("GET", "/chats")).body["items"] as { id: string; preview: { text: string } | null }[]).find(
    ({ preview }) => preview?.text === text,
  )?.id;

const personOf = async (session: Session, chatId: string) =>
  ((await session.call("GET", `/chats/${chatId}/panel`)).body as { person: { id: string; displayName: string } }).person;

const erase = async (session: Session, chatId: string) => {
  const { id, displayName } = await personOf(session, chatId);
  return session.call("DELETE", `/people/${id}`, { displayName, scope: "person" });
};

const leftovers = async () => {
  const [found] = await query<{ people: number; chats: number; items: number; events: number }>(`
    select (select count(*)::int from erased_person) as people, (select count(*)::int from erased_chat) as chats,
      (select count(*)::int from chat_item i where not exists (select from chat c where c.workspace_id = i.workspace_id and c.id = i.chat_id)) as items,
      (select count(*)::int from event e join person p on p.workspace_id = e.workspace_id and p.id = e.person_id
        join erased_person x on x.workspace_id = p.workspace_id and x.person_id = p.id) as events`);
  return found;
};
const nothingLeft = { people: 0, chats: 0, items: 0, events: 0 };

/** Blocks the removal in all instances until the returned function is called. */
async function blockRemoval(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("select pg_advisory_lock(hashtextextended('erased people', 0))");
  return () => holder.end();
}

test("nothing of an erased person is left in any table, file or key", async () => {
  const team = await newTeam(cluster.running);
  const neighbour = await newTeam(cluster.running);
  const other = await markedPerson(neighbour, receiver);
  const marked = await markedPerson(team, receiver);
  const theirs = { contactName: other.markers["contactName"] ?? "", text: other.markers["website text"] ?? "" };
  expect(await eraseMarked(marked)).toEqual({ erased: true, people: 2, chats: 2, events: 2 });
  // Files of the last minutes are removed at once, and their rows say nothing of them.
  await expect.poll(() => files().filter((file) => Object.values(marked.markers).some((marker) => file.includes(marker)))).toEqual([]);
  // Until then, rows of ours say that something was there, by our ids.
  const { whatsappChat: _, websiteChat: __, ...theirOwn } = marked.markers;
  const inTables = async (markers: Record<string, string>) => foundIn(await everyRow(), markers);
  await expect.poll(() => inTables(theirOwn), { timeout: 30_000 }).toEqual([]);
  const tables = await everyRow();
  expect(await breaches(cluster.postgres.query)).toEqual([]);
  expect(foundIn(tables, theirs).length).toBeGreaterThan(1);
  expect(files()).toHaveLength(3);
  // As if the files were older: their rows and those of the people go too.
  await query("update attachment set created_at = now() - interval '10 minutes' where name = ''");
  await expect.poll(leftovers, { timeout: 60_000 }).toEqual(nothingLeft);
  expect(await inTables(marked.markers)).toEqual([]);
  expect(await inTables({ person: marked.personId })).toEqual(["audit_entry.subject: person"]);
  // Meta reports late what became of a message: nobody gets a name by it.
  await reportStatus(marked.channel, "wamid.late", marked.phone);
  const inRedis = async () => (await redisKeys()).filter((key) => Object.values(marked.markers).some((marker) => key.includes(marker)));
  await expect.poll(inRedis, { timeout: 70_000, intervals: [2_000] }).toEqual([]);
});

test("a long history disappears at once, and its removal survives a killed instance and disturbs nobody", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: newPhone(), name: "Ada" }, "first");
  const { id: personId } = await personOf(session, chatId);
  await query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
     select c.workspace_id, c.id, g, gen_random_uuid(), 'message', 'customer', 'secret words ' || g, now()
     from chat c, generate_series(2, 3000) g where c.id = $1`,
    [chatId],
  );
  await query("update chat set last_seq = 3000 where id = $1", [chatId]);
  await query(
    `insert into event (workspace_id, id, person_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
     select c.workspace_id, gen_random_uuid(), c.person_id, 'Secret failed', 'problem', '{"reference": "secret"}', now(), now(), 0
     from chat c, generate_series(1, 2000) g where c.id = $1`,
    [chatId],
  );
  const unblock = await blockRemoval();
  const began = performance.now();
  const erased = await erase(session, chatId);
  expect(erased.body).toEqual({ erased: true, people: 1, chats: 1, events: 2_000 });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await session.call("GET", `/chats/${chatId}/items`)).status).toBe(404);
  for (const path of ["/search?q=secret", "/overview", "/chats"])
    expect((await session.call("GET", path)).text).not.toContain("secret words");
  expect((await query<{ count: number }>("select count(*)::int as count from problem where owner_id = $1", [personId]))[0]?.count).toBe(0);
  expect((await leftovers())?.items).toBe(3_000);
  await unblock();
  const removing = async () => ((await leftovers())?.items ?? 0) < 2_500;
  await expect.poll(removing, { timeout: 60_000, intervals: [50] }).toBe(true);
  for (const instance of cluster.instances) await instance.running.kill();
  for (const instance of cluster.instances) await instance.start();
  await expect.poll(leftovers, { timeout: 90_000 }).toEqual(nothingLeft);
  const words = foundIn(await everyRow(), { words: "secret words", event: "Secret failed", person: personId });
  expect([...new Set(words)]).toEqual(["audit_entry.subject: person"]);
});

test("messages that arrive during an erasure are erased, or begin a new chat of somebody new", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const from = { channel: "whatsapp", phone: newPhone(), name: "Ada" };
  const { chatId } = await team.sendMessage(from, "before");
  const during = Array.from({ length: 30 }, (_, index) => team.sendMessage(from, `during ${index}`));
  const erased = await erase(session, chatId);
  expect(erased.status, erased.text).toBe(200);
  const chats = new Set((await Promise.all(during)).map((sent) => sent.chatId));
  const { chatId: after } = await team.sendMessage(from, "after");
  expect(after).not.toBe(chatId);
  expect([...chats].filter((id) => id !== chatId && id !== after)).toEqual([]);
  expect((await session.call("GET", `/chats/${chatId}/items`)).status).toBe(404);
  await expect.poll(leftovers, { timeout: 30_000 }).toEqual(nothingLeft);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});

test("what WhatsApp reported before an erasure is erased, also what a worker has, and a repeat brings nothing back", async () => {
  const team = await newTeam(cluster.running);
  const phone = newPhone();
  const desk = await newWhatsAppDesk(team, { customer: { phone } });
  const { session, chatId, channel } = desk;
  // A worker has taken the entry, and waits for the chat.
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from chat where id = $1 for update", [chatId]);
  const waiting = webhookWith(kinds.text({ phone }, "waiting words"), kinds.text({ phone }, "behind it"));
  expect((await sendWebhook(channel, waiting)).status).toBe(200);
  const claimed = async () =>
    (await query<{ count: number }>("select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'"))[0]?.count ?? 0;
  await expect.poll(claimed, { timeout: 10_000 }).toBeGreaterThan(0);
  const erasing = erase(session, chatId);
  await holder.query("rollback");
  await holder.end();
  expect((await erasing).status).toBe(200);
  await expect.poll(leftovers, { timeout: 30_000 }).toEqual(nothingLeft);
  expect((await sendWebhook(channel, waiting)).status).toBe(200);
  // What comes after it is processed after it.
  expect((await sendWebhook(channel, webhookWith(kinds.text({ phone }, "somebody new")))).status).toBe(200);
  await expect.poll(() => chatIdOf(session, "somebody new"), { timeout: 15_000 }).toBeDefined();
  const next = (await chatIdOf(session, "somebody new")) ?? "";
  const items = (await session.call("GET", `/chats/${next}/items`)).body["items"] as ChatItem[];
  expect(items.map((item) => (item.kind === "message" ? item.text : item.kind))).toEqual(["somebody new"]);
  expect(foundIn(await everyRow(), { words: "waiting words", behind: "behind it" })).toEqual([]);
});

test("nothing is left of a second number's person who joined somebody before the erasure, nor of the networks that they wrote from", async () => {
  const team = await newTeam(cluster.running);
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  const names = { first: `First${newId()}`, second: `Second${newId()}` };
  const session = await openWebsite(team);
  const channel = await connectWhatsApp(team, session);
  const hear = async (payload: object) => expect((await sendWebhook(channel, payload)).status).toBe(200);
  const at = { at: new Date(Date.now() - 30_000) };
  await hear(webhookWith(kinds.text({ ...before, name: names.first }, "old number", { at: new Date(Date.now() - 60_000) })));
  await expect.poll(() => chatIdOf(session, "old number")).toBeDefined();
  await hear(webhookWith(kinds.text({ ...after, name: names.second }, "new number")));
  await expect.poll(() => chatIdOf(session, "new number")).toBeDefined();
  await hear(webhookOf(messagesChange([numberChange(before, after, at)])));
  const openChats = async () => (await session.call("GET", "/chats")).body["items"] as { id: string }[];
  await expect.poll(async () => (await openChats()).length).toBe(1);
  const joined = (await openChats())[0]?.id ?? "";
  expect((await erase(session, joined)).status).toBe(200);

  const visitor = newVisitor(team);
  await visitor.say("from a network");
  const chatId = (await chatIdOf(session, "from a network")) ?? "";
  const { id } = await personOf(session, chatId);
  const networks = async () => (await query<object>("select from visitor_network where person_id = $1", [id])).length;
  await expect.poll(networks).toBe(1);
  const unblock = await blockRemoval();
  expect((await erase(session, chatId)).status).toBe(200);
  expect(await networks()).toBe(0);
  await unblock();
  await expect.poll(leftovers, { timeout: 30_000 }).toEqual(nothingLeft);
  expect(foundIn(await everyRow(), { ...names, before: before.phone, after: after.phone })).toEqual([]);
});

test("a status that waits while its recipient is erased makes nobody known", async () => {
  const team = await newTeam(cluster.running);
  const phone = newPhone();
  const desk = await newWhatsAppDesk(team, { customer: { phone } });
  const [person] = await query<{ id: string; workspaceId: string }>(
    'select id, workspace_id as "workspaceId" from person where phone = $1',
    [phone],
  );
  const { id = "", workspaceId = "" } = person ?? {};
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(hashtextextended('linking:' || $1, 0))", [workspaceId]);
  const [clock] = await query<{ now: Date }>("select now()");
  const since = clock?.now ?? new Date();
  const status = statusChange("wamid.waits", "delivered", { recipient_id: phone, recipient_user_id: newUserId() });
  expect((await sendWebhook(desk.channel, webhookOf(status))).status).toBe(200);
  // An attempt to take the lock is soon over, so it is looked for often.
  const waiting = async () => {
    const found = await query<object>(
      `select from pg_stat_activity
       where query_start > $1 and (query like 'select pg_try_advisory_xact_lock(%' or wait_event = 'advisory')`,
      [since],
    );
    return found.length;
  };
  await expect.poll(waiting, { timeout: 10_000, intervals: [10] }).toBeGreaterThan(0);
  // What an erasure does, in the transaction that has the lock.
  const both = [workspaceId, id];
  await holder.query("insert into erased_person (workspace_id, person_id, erased_at, former_names) values ($1, $2, now(), '{}')", both);
  const chatOf = "(select id from chat where workspace_id = $1 and person_id = $2)";
  await holder.query(`delete from chat_item where workspace_id = $1 and chat_id in ${chatOf}`, both);
  await holder.query("delete from chat where workspace_id = $1 and person_id = $2", both);
  await holder.query("delete from person_identity where workspace_id = $1 and person_id = $2", both);
  await holder.query("update person set phone = null, channel_user_id = null, name = null where workspace_id = $1 and id = $2", both);
  await holder.query("commit");
  await holder.end();
  const pending = () => query<object>("select from inbound_message where workspace_id = $1 and processed_at is null", [workspaceId]);
  await expect.poll(pending, { timeout: 20_000 }).toEqual([]);
  expect(await query<object>("select from person where workspace_id = $1 and phone is not null", [workspaceId])).toEqual([]);
});

test("a file and a mark as read that arrive while an erasure ends leave no row", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: newPhone(), name: "Ada" }, "first");
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("delete from chat_item where chat_id = $1", [chatId]);
  await holder.query("delete from chat where id = $1", [chatId]);
  const writing = [tryUpload(session, chatId), session.call("POST", `/chats/${chatId}/read`, { seq: 1 })];
  const waiting = async () =>
    (await query<object>("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%key share%'")).length;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  await holder.query("commit");
  await holder.end();
  expect((await Promise.all(writing)).map(({ status }) => status)).toEqual([404, 404]);
  for (const table of ["attachment", "chat_read"])
    expect(await query<object>(`select from ${table} where chat_id = $1`, [chatId])).toEqual([]);
});

test("messages that wait to be sent are not sent any more, and the answer to one that is under way is dropped", async () => {
  const team = await newTeam(cluster.running);
  const phone = newPhone();
  const { session, chatId, write, items } = await newWhatsAppDesk(team, { customer: { phone } });
  graph.play(phone, "late");
  const first = await write("under way");
  await expect.poll(() => graph.messagesTo(phone).length, { timeout: 10_000 }).toBe(1);
  const second = await write("waits behind it");
  expect([first.reply.status, second.reply.status]).toEqual([201, 201]);
  expect(await items()).toHaveLength(3);
  expect((await erase(session, chatId)).status).toBe(200);
  graph.release();
  await expect.poll(leftovers, { timeout: 30_000 }).toEqual(nothingLeft);
  // Another chat's message is sent after it: the worker has been there.
  const other = await newWhatsAppDesk(team);
  const { id } = await other.write("somebody else");
  await other.reaches(id, "sent");
  expect(graph.messagesTo(phone)).toHaveLength(1);
  expect(foundIn(await everyRow(), { first: "under way", second: "waits behind it" })).toEqual([]);
});

test("an action call that is under way ends without a trace", async () => {
  const team: Team = await newTeam(cluster.running);
  const desk = await newDesk(team, receiver, { channel: "whatsapp", phone: newPhone(), name: "Ada" });
  let answer = (_: { body: object }) => {};
  desk.replyWith(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const id = newId();
  expect((await desk.press(id)).status).toBe(202);
  await expect.poll(() => desk.calls().length).toBe(1);
  expect((await erase(desk.session, desk.chatId)).status).toBe(200);
  answer({ body: { message: "Refunded secretly", event: { name: "Secret refund" } } });
  await expect.poll(leftovers, { timeout: 30_000 }).toEqual(nothingLeft);
  expect((await desk.session.call("GET", `/calls/${id}`)).status).toBe(404);
  expect((await team.api("POST", `/actions/${id}/result`, { body: { message: "late" } })).status).toBe(404);
  // The next press of another person is answered after it.
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone: newPhone(), name: "Eve" });
  desk.replyWith({ body: {} });
  const next = await desk.session.call("POST", `/chats/${chatId}/actions`, { id: newId(), buttonId: desk.buttonId });
  expect(next.status, next.text).toBe(202);
  await expect.poll(() => desk.calls().length).toBe(2);
  expect(foundIn(await everyRow(), { call: id, message: "Refunded secretly", event: "Secret refund" })).toEqual([]);
});
