import { getContact, putContact, recordEvent } from "../api/helpers";
import { png } from "../support/files";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { openStream } from "../support/listening";
import { newBrowser } from "../support/push";
import { type Receiver, startReceiver } from "../support/receiver";
import { newVisitor, onlyChat, openWebsite } from "../support/visitor";
import { type Cluster, startCluster } from "./cluster";
import { callAt } from "./instances";
import { holdTransaction } from "./locks";
import * as steps from "./steps";
import { ws } from "./steps";

test.describe.configure({ mode: "default", timeout: 180_000 });

let cluster: Cluster;
let service: Receiver;
test.beforeAll(async () => {
  service = await startReceiver();
  cluster = await startCluster({ count: 2, env: { ACTIONS_ALLOW_ORIGINS: service.origin } });
});
test.afterAll(async () => {
  await cluster.stop();
  service.close();
});

const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);
const countOf = (sql: string, values: unknown[]) => steps.countOf(query, sql, values);
const cardsOf = (team: Team) => steps.cardsOf(query, team);
const waiting = { timeout: 30_000, intervals: [50] };

/** Nothing is left in the queues, and what is stored agrees. */
async function expectSettled(team: Team): Promise<void> {
  await expect.poll(() => steps.leftOf(query, team), waiting).toBe(0);
  expect(await breaches(query)).toEqual([]);
}

/** Ends both instances as a power cut would, and starts them again. */
async function killAll(): Promise<void> {
  await Promise.all(cluster.instances.map(({ running }) => running.kill()));
  await Promise.all(cluster.instances.map((instance) => instance.start()));
}

const lockRow = (table: "chat" | "event", id: string) => holdTransaction(cluster, `select from ${table} where id = $1 for update`, [id]);

test("an event waits for the chats with the newest activity only, and each chat gets the card once, also after a kill", async () => {
  const team = await newTeam(cluster.running);
  await putContact(team, "everybody", {});
  const chats = await steps.giveChats(query, team, "everybody", 130);
  const oldest = await lockRow("chat", chats.at(-1) ?? "");
  const sent = { headers: { "idempotency-key": "one" }, body: { event: "Payment failed", userId: "everybody" } };
  const recorded = await team.api("POST", "/events", sent);
  expect(recorded).toMatchObject({ status: 201, body: { postedToConversations: 130 } });
  expect((await cardsOf(team)).sort()).toEqual(chats.slice(0, 50).sort());
  await killAll();
  expect(await cardsOf(team)).toHaveLength(50);
  await oldest.letGo();
  await expect.poll(async () => (await cardsOf(team)).length, waiting).toBe(130);
  expect((await cardsOf(team)).sort()).toEqual([...chats].sort());
  expect((await team.api("POST", "/events", sent)).body).toEqual(recorded.body);
  await expectSettled(team);
});

test("screens read again instead of being sent which of very many chats, and their stream stays", async () => {
  const team = await newTeam(cluster.running);
  await putContact(team, "everybody", {});
  await steps.giveChats(query, team, "everybody", 130);
  const { cookie } = await team.signIn();
  const tab = await openStream(cluster.instances[0]?.running.url ?? "", team.workspace, cookie);
  for (const { running } of cluster.instances)
    expect((await callAt(running.url, team, "POST", "/events", { event: "Order placed", userId: "everybody" })).status).toBe(201);
  // Long before the tick that comes every 15 seconds.
  await tab.waitFor("tick", undefined, 8_000);
  for (const { data } of tab.received) expect((data.chats ?? []).length).toBeLessThanOrEqual(50);
  await expectSettled(team);
  tab.close();
});

test("a contact that is deleted between the steps leaves no card, and its chats are free again", async () => {
  const team = await newTeam(cluster.running);
  await putContact(team, "everybody", {});
  const chats = await steps.giveChats(query, team, "everybody", 70);
  const oldest = await lockRow("chat", chats.at(-1) ?? "");
  expect(await recordEvent(team, { event: "Payment failed", userId: "everybody" })).toMatchObject({ postedToConversations: 70 });
  expect((await team.api("DELETE", "/contacts/everybody")).status).toBe(200);
  await oldest.letGo();
  const readable = `chat_item where workspace_id = ${ws} and kind = 'card' and not data ? 'deleted'`;
  await expect.poll(() => countOf(`event where workspace_id = ${ws}`, [team.workspace]), waiting).toBe(0);
  await expect.poll(() => countOf(readable, [team.workspace]), waiting).toBe(0);
  await expectSettled(team);
});

const openProblems = ({ workspace }: Team) => countOf(`problem where workspace_id = ${ws} and closed_at is null`, [workspace]);

test("an event closes what has its reference, however much it is and whoever is killed", async () => {
  const team = await newTeam(cluster.running);
  await putContact(team, "user_1", {});
  await steps.giveEvents(query, team, `select workspace_id, id from contact where workspace_id = ${ws}`, 6_000, {
    event: "'Import of row ' || n",
  });
  expect(await openProblems(team)).toBe(2_000);
  expect(await recordEvent(team, { event: "Import done", userId: "user_1", properties: { reference: "none" } })).toBeTruthy();
  expect(await openProblems(team)).toBeLessThanOrEqual(1_500);
  await killAll();
  await expect.poll(() => openProblems(team), waiting).toBe(0);
  await expectSettled(team);
});

test("a link is done when its newest events have moved, nobody waits for the others, and they follow after a kill", async () => {
  const team = await newTeam(cluster.running);
  const phone = "447911000001";
  await team.sendMessage({ channel: "whatsapp", phone });
  await steps.giveEvents(query, team, `select workspace_id, id from person where workspace_id = ${ws}`, 450);
  const [last] = await query<{ id: string }>(`select id from event where workspace_id = ${ws} order by occurred_at limit 1`, [
    team.workspace,
  ]);
  const held = await lockRow("event", last?.id ?? "");
  await putContact(team, "user_1", { phone });
  const { events } = await getContact(team, "user_1");
  expect(events.map(({ event }) => event)).toEqual(Array.from({ length: 20 }, (_, index) => `Event ${index + 1}`));
  const moved = () => countOf(`event where workspace_id = ${ws} and contact_id is not null`, [team.workspace]);
  // The newest 200 with the link, and those of the newest 100 problems that are older than these; then 200 in a step.
  await expect.poll(moved, waiting).toBe(200 + 34 + 200);
  // Under the same linking lock, while the last step waits.
  await team.sendMessage({ channel: "whatsapp", phone: "447911000002" });
  await killAll();
  await held.letGo();
  await expect.poll(moved, waiting).toBe(450);
  await expectSettled(team);
});

test("a deletion takes the events that still follow a link, and no others", async () => {
  const team = await newTeam(cluster.running);
  const phone = "447911000001";
  await team.sendMessage({ channel: "whatsapp", phone });
  await steps.giveEvents(query, team, `select workspace_id, id from person where workspace_id = ${ws}`, 700);
  await putContact(team, "user_1", { phone });
  expect(await team.api("DELETE", "/contacts/user_1")).toMatchObject({ status: 200, body: { eventsDeleted: 700 } });
  await recordEvent(team, { event: "Order placed", phone });
  await expect.poll(() => countOf(`event where workspace_id = ${ws}`, [team.workspace]), waiting).toBe(1);
  await expectSettled(team);
});

test("50 visible tabs of a member are written down at most", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  expect((await newBrowser(service).subscribe(session)).status).toBe(200);
  await query(
    `insert into visible_tab (workspace_id, account_id, id, until)
    select m.workspace_id, m.account_id, gen_random_uuid(), now() + n * interval '1 second'
    from member m cross join generate_series(1, 60) n where m.workspace_id = ${ws}`,
    [team.workspace],
  );
  const tab = "018f0000-0000-7000-8000-000000000001";
  expect((await session.call("POST", "/push/visible", { tab, isVisible: true })).status).toBe(200);
  expect(await countOf(`visible_tab where workspace_id = ${ws}`, [team.workspace])).toBe(50);
  expect(await countOf(`visible_tab where workspace_id = ${ws} and id = $2::uuid`, [team.workspace, tab])).toBe(1);
});

const attach = ({ workspace }: Team, count: number, more: string) =>
  query(
    `insert into attachment (workspace_id, id, chat_id, visitor_id, item_id, name, type, bytes, storage_key, created_at)
    select ${ws}, gen_random_uuid(), ${more}, 'a.png', 'image/png', 1, 'none/' || gen_random_uuid(), now() from generate_series(1, $2::int) n`,
    [workspace, count],
  );

test("files of visitors are bounded for each visitor and workspace, and the refusal says what to do", async () => {
  const [team, other] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const session = await openWebsite(team);
  await openWebsite(other);
  const put = (at: Team, visitor = newVisitor(at)) => visitor.call("POST", "/attachments", png, { headers: { "x-file-name": "a.png" } });
  await attach(team, 1_000, "null, 'visitor-' || n, null");
  const refused = await put(team);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
  expect(refused.text).toContain("Write without a file");
  expect((await put(other)).status).toBe(201);

  await query(`delete from attachment where workspace_id = ${ws}`, [team.workspace]);
  const visitor = newVisitor(team);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  await attach(team, 100, `'${chatId}', null, (select id from chat_item where chat_id = '${chatId}' and author = 'customer')`);
  expect((await put(team, visitor)).text).toContain("100 files today");
  expect((await put(team)).status).toBe(201);
});
