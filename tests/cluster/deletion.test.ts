import pg from "pg";
import type { ChatSummary } from "@/lib/domain/chats/contract";
import { cardsOf, panelOf, put, read, record } from "../api/world";
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
const gone = { events: 0, contacts: 0 };

/** Holds the removal of all instances until the returned function is called. */
async function holdRemoval(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("select pg_advisory_lock(hashtextextended('deleted contacts', 0))");
  return () => holder.end();
}

/** A linked contact with a long history, of which every event has its card in an open chat. */
async function longHistory(team: Team, count: number): Promise<Desk> {
  await put(team, "user_1", { phone, name: "Secret Name", email: "secret@example.com", attributes: { note: "secret" } });
  const desk = await newDesk(team, receiver, whatsapp);
  desk.answers({ body: { message: "Done.", event: { name: "Secret refund failed" } } });
  await desk.pressed();
  await giveHistory(cluster.postgres.query, { workspace: team.workspace, userId: "user_1", count, chatId: desk.chatId });
  return desk;
}

const chatsOf = async ({ session }: Desk, view = "open") =>
  (await session.call("GET", `/chats?view=${view}`)).body as { chats: ChatSummary[]; newProblems: number };

test("a deleted contact is gone for every reader at once, though its rows are still there", async () => {
  const team = await newTeam(cluster.running);
  const desk = await longHistory(team, 3_000);
  const { session, chatId } = desk;
  expect((await chatsOf(desk, "problems")).chats).toHaveLength(1);
  const old = (await panelOf(session, chatId)).events[0];
  const keyed = { headers: { "idempotency-key": "key-7" }, body: { event: "Order placed", userId: "user_1" } };
  expect((await team.api("POST", "/events", keyed)).status).toBe(409);
  const stream = await openStream(cluster.url, team.workspace, session.cookie);
  const letGo = await holdRemoval();

  const deleted = await team.api("DELETE", "/contacts/user_1");
  // Those of the history, and the one that the receiver reported.
  expect(deleted.body).toEqual({ deleted: true, userId: "user_1", eventsDeleted: 3_001, chatsUnlinked: 1 });
  await stream.hear("poke", ({ data }) => (data as { reset?: string[] }).reset?.includes(chatId) === true);
  stream.close();
  expect((await leftovers(cluster.postgres.query)).events).toBeGreaterThan(2_000);
  expect(await breaches(cluster.postgres.query)).toEqual([]);

  for (const method of ["GET", "DELETE"]) expect((await team.api(method, "/contacts/user_1")).status).toBe(404);
  expect((await cardsOf(session, chatId)).filter(({ deleted }) => !deleted)).toEqual([]);
  const after = await session.call("GET", `/chats/${chatId}/items?after=0`);
  expect(after.text).not.toMatch(/secret \d/i);
  const open = await chatsOf(desk);
  expect(open).toMatchObject({ newProblems: 0, chats: [{ newProblem: false, preview: { kind: "card", text: "Event deleted" } }] });
  expect((await chatsOf(desk, "problems")).chats).toEqual([]);
  expect(await panelOf(session, chatId)).toMatchObject({
    contact: null,
    suggestion: null,
    problems: [],
    problemsCount: 0,
    events: [],
    moreEvents: false,
    linkedChatsCount: 1,
  });
  expect((await session.call("GET", `/chats/${chatId}/events?before=${old?.id}`)).body).toEqual({ events: [], moreEvents: false });
  const [call] = (await session.call("GET", "/calls")).body["calls"] as { id: string }[];
  expect((await session.call("GET", `/calls/${call?.id}`)).text).not.toMatch(/secret/i);
  await letGo();
  await expect.poll(() => leftovers(cluster.postgres.query), { timeout: 60_000 }).toEqual(gone);
});

test("while its rows are removed the same userId, phone and keys are free, and what is new is not mixed with what was", async () => {
  const team = await newTeam(cluster.running);
  const bob = await newTeam(cluster.running);
  const { session, chatId } = await longHistory(team, 3_000);
  const other = await longHistory(bob, 50);
  const letGo = await holdRemoval();
  await team.api("DELETE", "/contacts/user_1");

  // The oldest went with the deletion itself, and these did not. Sent again with the key of such an event, with whichever body, it is a new event; and then it is repeated.
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

  expect(await put(team, "user_1", { phone })).toMatchObject({ created: true, linkedChats: 1, contact: { name: null, attributes: {} } });
  await record(team, { userId: "user_1", event: "Charge failed" });
  expect((await read(team, "user_1")).events.map(({ event }) => event)).toEqual(["Charge failed", "By key"]);
  const panel = await panelOf(session, chatId);
  expect(panel).toMatchObject({ contact: { userId: "user_1" }, problemsCount: 1, problems: [{ event: "Charge failed" }] });
  expect(panel.events).toMatchObject([{ event: "By key" }]);
  expect((await cardsOf(session, chatId)).flatMap((card) => (card.deleted ? [] : [card.event]))).toEqual(["By key", "Charge failed"]);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
  // An agent links a person, and another phone takes the chat away: nothing of the past comes along.
  await put(team, "user_1", { phone: null });
  expect((await session.call("POST", `/chats/${chatId}/link`, { userId: "user_2" })).status).toBe(200);
  expect((await read(team, "user_2")).events).toHaveLength(3);

  await letGo();
  await expect.poll(() => leftovers(cluster.postgres.query), { timeout: 60_000 }).toEqual(gone);
  expect((await cardsOf(session, chatId)).flatMap((card) => (card.deleted ? [] : [card.event]))).toEqual(["By key", "Charge failed"]);
  expect((await read(bob, "user_1")).events).toHaveLength(20);
  expect((await cardsOf(other.session, other.chatId)).filter(({ deleted }) => deleted)).toEqual([]);
  // The rules are for phones that were not corrected.
  await team.api("DELETE", "/contacts/user_1");
  await team.api("DELETE", "/contacts/user_2");
  await expect.poll(() => leftovers(cluster.postgres.query), { timeout: 60_000 }).toEqual(gone);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});

test("killed in the middle, the removal goes on after the start; others answer meanwhile, and the log forgets the name", async () => {
  const team = await newTeam(cluster.running);
  const userId = "user_killed";
  await put(team, userId);
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
