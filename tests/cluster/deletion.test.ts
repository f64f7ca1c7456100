import pg from "pg";
import type { listChats } from "@/lib/chats/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { cardsOf, getContact, panelOf, putContact, recordEvent } from "../api/helpers";
import { type Desk, newDesk } from "../support/desk";
import { expect, newTeam, send, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { openStream } from "../support/listening";
import { type Receiver, startReceiver } from "../support/receiver";
import { type Cluster, startCluster } from "./cluster";
import { giveHistory, leftovers } from "./history";
import { callAt, urlsOf } from "./instances";

test.describe.configure({ mode: "default", timeout: 180_000 });

let cluster: Cluster;
let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
});
test.afterAll(async () => {
  await cluster.stop();
  receiver.close();
});

const phone = "447911300001";
const whatsapp = { channel: "whatsapp", phone };
const noLeftovers = { events: 0, contacts: 0 };

/** Blocks the removal in all instances until the returned function is called. */
async function blockRemoval(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("select pg_advisory_lock(hashtextextended('deleted contacts', 0))");
  return () => holder.end();
}

/** A linked contact with a long history; every event has its card in an open chat. */
async function longHistory(team: Team, count: number): Promise<Desk> {
  await putContact(team, "user_1", { phone, name: "Secret Name", email: "secret@example.com", attributes: { note: "secret" } });
  const desk = await newDesk(team, receiver, whatsapp);
  desk.replyWith({ body: { message: "Done.", event: { name: "Secret refund failed" } } });
  await desk.pressAndWait();
  await giveHistory(cluster.postgres.query, { workspace: team.workspace, userId: "user_1", count, chatId: desk.chatId });
  return desk;
}

const chatsOf = async ({ session }: Desk, view = "open") =>
  (await session.call("GET", `/chats?view=${view}`)).body as ReplyOf<typeof listChats>;

test("a deleted contact disappears for every reader at once, while its rows are still stored", async () => {
  const team = await newTeam(cluster.running);
  const desk = await longHistory(team, 3_000);
  const { session, chatId } = desk;
  expect((await chatsOf(desk, "problems")).items).toHaveLength(1);
  const old = (await panelOf(session, chatId)).events[0];
  const keyed = { headers: { "idempotency-key": "key-7" }, body: { event: "Order placed", userId: "user_1" } };
  expect((await team.api("POST", "/events", keyed)).status).toBe(409);
  const stream = await openStream(cluster.url, team.workspace, session.cookie);
  const unblock = await blockRemoval();

  const deleted = await team.api("DELETE", "/contacts/user_1");
  // The events of the history, and the one that the receiver reported.
  expect(deleted.body).toEqual({ deleted: true, userId: "user_1", eventsDeleted: 3_001, chatsUnlinked: 1 });
  await stream.waitFor("change", ({ data }) => (data as { reset?: string[] }).reset?.includes(chatId) === true);
  stream.close();
  expect((await leftovers(cluster.postgres.query)).events).toBeGreaterThan(2_000);
  expect(await breaches(cluster.postgres.query)).toEqual([]);

  for (const method of ["GET", "DELETE"]) expect((await team.api(method, "/contacts/user_1")).status).toBe(404);
  expect((await cardsOf(session, chatId)).filter(({ deleted }) => !deleted)).toEqual([]);
  const after = await session.call("GET", `/chats/${chatId}/items?after=0`);
  expect(after.text).not.toMatch(/secret \d/i);
  const open = await chatsOf(desk);
  expect(open).toMatchObject({ counts: { problems: 0 }, items: [{ openProblems: 0, newestProblem: null, preview: { kind: "message" } }] });
  expect((await chatsOf(desk, "problems")).items).toEqual([]);
  expect(await panelOf(session, chatId)).toMatchObject({
    contact: null,
    suggestion: null,
    problems: [],
    problemsCount: 0,
    events: [],
    nextEvents: null,
    linkedChatsCount: 1,
  });
  expect((await session.call("GET", `/chats/${chatId}/events?cursor=${old?.id}`)).body).toEqual({ items: [], next: null });
  const [call] = (await session.call("GET", "/calls")).body["items"] as { id: string }[];
  expect((await session.call("GET", `/calls/${call?.id}`)).text).not.toMatch(/secret/i);
  await unblock();
  await expect.poll(() => leftovers(cluster.postgres.query), { timeout: 60_000 }).toEqual(noLeftovers);
});

test("while the rows of a deleted contact are removed, its userId, phone and keys can be reused without mixing old and new data", async () => {
  const team = await newTeam(cluster.running);
  const bob = await newTeam(cluster.running);
  const { session, chatId } = await longHistory(team, 3_000);
  const other = await longHistory(bob, 50);
  const unblock = await blockRemoval();
  await team.api("DELETE", "/contacts/user_1");

  // The deletion itself removed the oldest events, and not these. A request with the key of such an event is a new event, whatever
  // its body; the next one is a replay.
  const keyed = { headers: { "idempotency-key": "key-10" }, body: { event: "By key", phone } };
  const first = await team.api("POST", "/events", keyed);
  expect(first.status, first.text).toBe(201);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  const second = await team.api("POST", "/events", keyed);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.body["id"]).toBe(first.body["id"]);

  const together = await Promise.all(
    ["key-11", "key-12"].map((key) =>
      team.api("POST", "/events", { headers: { "idempotency-key": key }, body: { event: "By key", userId: "user_2" } }),
    ),
  );
  expect(together.map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
    [201, null],
    [201, null],
  ]);

  expect(await putContact(team, "user_1", { phone })).toMatchObject({
    created: true,
    linkedChats: 1,
    contact: { name: null, attributes: {} },
  });
  await recordEvent(team, { userId: "user_1", event: "Charge failed" });
  expect((await getContact(team, "user_1")).events.map(({ event }) => event)).toEqual(["Charge failed", "By key"]);
  const panel = await panelOf(session, chatId);
  expect(panel).toMatchObject({ contact: { userId: "user_1" }, problemsCount: 1, problems: [{ event: "Charge failed" }] });
  expect(panel.events).toMatchObject([{ event: "By key" }]);
  expect((await cardsOf(session, chatId)).flatMap((card) => ("event" in card ? [card.event] : []))).toEqual(["By key", "Charge failed"]);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
  // An agent links the person after the phone was removed: no old event comes along.
  await putContact(team, "user_1", { phone: null });
  expect((await session.call("POST", `/chats/${chatId}/link`, { userId: "user_2" })).status).toBe(200);
  expect((await getContact(team, "user_2")).events).toHaveLength(3);

  await unblock();
  await expect.poll(() => leftovers(cluster.postgres.query), { timeout: 60_000 }).toEqual(noLeftovers);
  expect((await cardsOf(session, chatId)).flatMap((card) => ("event" in card ? [card.event] : []))).toEqual(["By key", "Charge failed"]);
  expect((await getContact(bob, "user_1")).events).toHaveLength(20);
  expect((await cardsOf(other.session, other.chatId)).filter(({ deleted }) => deleted)).toEqual([]);
  // The invariants hold only without corrected phones.
  await team.api("DELETE", "/contacts/user_1");
  await team.api("DELETE", "/contacts/user_2");
  await expect.poll(() => leftovers(cluster.postgres.query), { timeout: 60_000 }).toEqual(noLeftovers);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});

test("a killed removal continues after the restart; other calls are served meanwhile, and the request log loses the userId", async () => {
  const team = await newTeam(cluster.running);
  const userId = "user_killed";
  await putContact(team, userId);
  await giveHistory(cluster.postgres.query, { workspace: team.workspace, userId, count: 8_000 });
  const [one, two] = urlsOf(cluster);
  for (const url of urlsOf(cluster)) await callAt(url, team, "GET", `/contacts/${userId}/typo`);
  expect((await callAt(one, team, "DELETE", `/contacts/${userId}`)).body["eventsDeleted"]).toBe(8_000);
  await expect.poll(async () => (await leftovers(cluster.postgres.query)).events, { intervals: [20] }).toBeLessThan(7_000);
  await Promise.all(cluster.instances.map(({ running }) => running.kill()));
  const left = await leftovers(cluster.postgres.query);
  expect(left.events).toBeGreaterThan(0);

  await Promise.all(cluster.instances.map((instance) => instance.start()));
  let slowest = 0;
  for (let done = false; !done; ) {
    const began = Date.now();
    expect((await send(`${two}/api/v1/contacts/nobody`, { headers: { authorization: `Bearer ${team.key}` } })).status).toBe(404);
    slowest = Math.max(slowest, Date.now() - began);
    const now = await leftovers(cluster.postgres.query);
    done = now.events === 0 && now.contacts === 0;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect(slowest).toBeLessThan(1_500);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
  const lines = await cluster.postgres.query("select from api_request where user_id = $1 or path like '%' || $1 || '%'", [userId]);
  expect(lines).toEqual([]);
});
