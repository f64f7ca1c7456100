import { deskAt, newDesk } from "../support/desk";
import { expect, newTeam, type Reply, type Session, send, type Team, teamAt, test } from "../support/fixtures";
import { invited, joined, resetLink, visit } from "../support/members";
import { type Receiver, startReceiver } from "../support/receiver";
import { asRunning, type Cluster, startCluster } from "./cluster";
import { callAt } from "./instances";

test.describe.configure({ mode: "default", timeout: 120_000 });

const minuteMs = 60_000;

let cluster: Cluster;
let receiver: Receiver;
/** Two instances whose clocks differ by two minutes, and by one from the database's. */
let ahead: string;
let behind: string;
let team: Team;

test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({ count: 2, clocksAheadMs: [minuteMs, -minuteMs], env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
  [ahead = "", behind = ""] = cluster.instances.map(({ running }) => running.url);
});
test.afterAll(async () => {
  await cluster.stop();
  receiver.close();
});
test.beforeEach(async () => {
  team = await newTeam(cluster.running);
});

const both = () =>
  [
    [ahead, behind],
    [behind, ahead],
  ] as const;

type Event = { id: string; event: string; closedAt: string | null; occurredAt: string; receivedAt: string };

async function record(url: string, body: object): Promise<Reply> {
  const reply = await callAt(url, team, "POST", "/events", body);
  expect(reply.status, reply.text).toBe(201);
  return reply;
}

const eventsOf = async (userId: string) => (await callAt(ahead, team, "GET", `/contacts/${userId}`)).body["events"] as Event[];
const at = (url: string) => teamAt(asRunning(url, cluster.running.operate), team);

const about = (userId: string, reference: string) => ({ userId, properties: { reference } });
const failed = (userId: string, reference: string) => ({ event: "Payment failed", ...about(userId, reference) });
const paid = (userId: string, reference: string) => ({ event: "Payment received", ...about(userId, reference) });

test("whoever waited for an answer is later, whichever instance answered: the end closes the problem, and a new one opens it", async () => {
  for (const [first, second] of both()) {
    for (let turn = 0; turn < 5; turn += 1) {
      const userId = `u-${first === ahead}-${turn}`;
      await record(first, failed(userId, "INV-1"));
      await record(second, paid(userId, "INV-1"));
      const [end, problem] = await eventsOf(userId);
      expect(end).toMatchObject({ event: "Payment received" });
      expect(problem?.closedAt).toBe(end?.occurredAt);
      await record(first, failed(userId, "INV-1"));
      expect((await eventsOf(userId))[0]).toMatchObject({ event: "Payment failed", closedAt: null });
    }
  }
  // With a phone the event waits for the workspace's lock.
  for (const [index, [first, second]] of both().entries()) {
    const phone = `44791100000${index}`;
    await record(first, { ...failed(`p${index}`, "INV-1"), phone });
    await record(second, { ...paid(`p${index}`, "INV-1"), phone });
    expect((await eventsOf(`p${index}`)).map(({ event, closedAt }) => [event, closedAt === null])).toEqual([
      ["Payment received", true],
      ["Payment failed", false],
    ]);
  }
});

test("times left out are the database's, and so is the clock that a sent time is compared with", async () => {
  for (const url of [ahead, behind]) {
    const before = Date.now();
    await record(url, { event: "Order placed", userId: "u" });
    const now = new Date().toISOString();
    expect((await record(url, { event: "Order placed", userId: "u", occurredAt: now })).body["occurredAt"]).toBe(now);
    const soon = new Date(Date.now() + 4_000).toISOString();
    const clamped = await record(url, { event: "Order placed", userId: "u", occurredAt: soon });
    for (const { occurredAt, receivedAt } of await eventsOf("u")) {
      expect(Date.parse(receivedAt)).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(occurredAt)).toBeLessThanOrEqual(Date.parse(receivedAt));
    }
    expect(Date.parse(String(clamped.body["occurredAt"]))).toBeGreaterThanOrEqual(before);
    const late = new Date(Date.now() + 20_000).toISOString();
    const refused = await callAt(url, team, "POST", "/events", { event: "Order placed", userId: "u", occurredAt: late });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/it is (19|20)\.\d seconds ahead of our clock/);
  }
});

async function problemsOf(session: Session, chatId: string) {
  const { body } = await session.call("GET", `/chats/${chatId}/panel`);
  return body["problems"] as { id: string; reference: string | null; latest: { event: string } }[];
}

test("Handled covers what was there, and nothing that comes later, whichever instance took it", async () => {
  for (const [index, [first, second]] of both().entries()) {
    const phone = `44791100002${index}`;
    const { chatId } = await at(first).sendMessage({ channel: "whatsapp", phone });
    const session = await at(second).signIn();
    for (const properties of [{}, { reference: "INV-1" }]) {
      await record(first, { event: "Refund failed", phone, properties });
      const [found] = await problemsOf(session, chatId);
      const handled = { handled: true };
      expect((await session.call("POST", `/chats/${chatId}/problems/${found?.id}/handled`, handled)).status).toBe(200);
      expect(await problemsOf(session, chatId)).toEqual([]);
      await record(first, { event: "Refund failed", phone, properties });
      expect(await problemsOf(session, chatId)).toMatchObject([{ id: found?.id }]);
      await session.call("POST", `/chats/${chatId}/problems/${found?.id}/handled`, handled);
      expect(await problemsOf(session, chatId)).toEqual([]);
    }
  }
});

test("the chat with the last message is on top, and gets cards", async () => {
  const session = await team.signIn();
  for (const [index, [first, second]] of both().entries()) {
    const [one, two] = [`44791100003${index}`, `44791100004${index}`];
    const { chatId } = await at(first).sendMessage({ channel: "whatsapp", phone: one });
    const later = await at(second).sendMessage({ channel: "whatsapp", phone: two });
    const top = async () => ((await session.call("GET", "/chats")).body["items"] as { id: string }[])[0]?.id;
    expect(await top()).toBe(later.chatId);
    await at(second).sendMessage({ channel: "whatsapp", phone: one });
    expect(await top()).toBe(chatId);
    expect((await record(first, { event: "Order placed", phone: two })).body["postedToConversations"]).toBe(1);
  }
});

test("calls are signed with the time that all instances have", async () => {
  const desk = await newDesk(at(ahead), receiver);
  const { chatId, buttonId } = desk;
  const other = deskAt(await at(behind).signIn(), { chatId, buttonId, receiver, path: `/${team.workspace}` });
  desk.replyWith({ body: {} });
  for (const one of [desk, other]) {
    await one.pressAndWait();
    const sent = one.calls().at(-1);
    expect(Math.abs(Number(sent?.headers["x-service-timestamp"]) * 1000 - Date.now())).toBeLessThan(5_000);
  }
  expect(desk.calls()).toHaveLength(2);
});

test("an instance whose clock is ahead gives up no call that another one may be sending", { tag: "@slow" }, async () => {
  const desk = await newDesk(team, receiver);
  desk.replyWith({ body: {} });
  const { callId } = (await desk.pressAndWait()).outcome;
  /** A call that nobody sends, as a killed instance leaves it. */
  const abandon = async (age: string): Promise<string> => {
    const [row] = await cluster.postgres.query<{ id: string }>(
      `insert into action_call select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'state', 'sending',
         'started_at', now() - interval '${age}', 'finished_at', null))).* from action_call a where id = $1 returning id`,
      [callId],
    );
    return row?.id ?? "";
  };
  const stateOf = async (id: string) =>
    (await cluster.postgres.query<{ state: string }>("select state::text as state from action_call where id = $1", [id]))[0]?.state;
  const young = await abandon("0 seconds");
  // Each instance sweeps every ten seconds, so that after three sweeps each has.
  for (let sweeps = 0; sweeps < 3; sweeps += 1) {
    const old = await abandon("1 minute");
    await expect.poll(() => stateOf(old), { timeout: 15_000, intervals: [50] }).toBe("unknown");
  }
  expect(await stateOf(young)).toBe("sending");
});

test("links and codes end at one time at all instances", async () => {
  const owner = await team.signIn();
  const { id } = await joined(team, owner);
  /** What is written in the database ends so many seconds from now, by its own clock. */
  const endIn = (table: string, seconds: number) =>
    cluster.postgres.query(`update ${table} set expires_at = now() + $1 * interval '1 second'`, [seconds]);
  for (const [seconds, isOpen] of [
    [30, true],
    [-30, false],
  ] as const) {
    const { token } = await invited(owner, `late-${seconds}@example.com`);
    const reset = await resetLink(owner, id);
    for (const table of ["invitation", "reset_link"]) await endIn(table, seconds);
    for (const url of [ahead, behind]) {
      const replies = [await visit(url, "invitation", { token }), await visit(url, "reset", { token: reset })];
      expect(replies.map(({ status }) => status)).toEqual(isOpen ? [200, 200] : [409, 409]);
    }
    for (const [index, url] of [ahead, behind].entries()) {
      const userId = `u${index}`;
      await callAt(url, team, "PUT", `/contacts/${userId}`, {});
      const { code } = (await callAt(url, team, "POST", `/contacts/${userId}/link-codes`)).body;
      await endIn("link_code", seconds);
      const { chatId } = await at(url).sendMessage({ channel: "website", visitorId: `v${index}${seconds}` }, String(code));
      const panel = (await owner.call("GET", `/chats/${chatId}/panel`)).body;
      expect((panel["contact"] as { userId: string } | null)?.userId).toBe(isOpen ? userId : undefined);
    }
  }
});

test("a session is one at all instances", async () => {
  const session = await at(ahead).signIn();
  for (const url of [ahead, behind]) {
    const read = await send(`${url}/api/w/${team.workspace}/chats`, { headers: { cookie: session.cookie } });
    expect(read.status, read.text).toBe(200);
  }
});
