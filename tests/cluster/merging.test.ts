import { setTimeout as pause } from "node:timers/promises";
import { getContact, putContact, recordEvent } from "../api/helpers";
import { expect, newTeam, send, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { clusterOf } from "./cluster";
import { countOf, giveChats, giveEvents, leftOf, ws } from "./steps";

// Contacts are merged and separated at two instances, beside events that come with both userIds.
test.describe.configure({ mode: "default", timeout: 300_000 });

const cluster = clusterOf({ count: 2, env: { TRUSTED_PROXIES: "2" } });
const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);
const urlOf = (at: number) => cluster.instances[at % 2]?.running.url ?? "";
const waiting = { timeout: 120_000, intervals: [200] };
const contactOf = (userId: string) => `select workspace_id, id from contact where workspace_id = ${ws} and user_id = '${userId}'`;
const eventsAt = (team: Team, userId: string) =>
  countOf(query, `event e join (${contactOf(userId)}) c on c.workspace_id = e.workspace_id and c.id = e.contact_id`, [team.workspace]);
/** A card stays where it was posted, and the chats and events of this test were not made by the product. */
const broken = async () =>
  (await breaches(query)).filter(({ rule }) => !/^(no event stands|postedToConversations|a card has|items of a chat)/.test(rule));

/** Repeats a call until it is answered, at one instance and then the other, as whoever sends it does. */
async function untilAnswered({ key }: Team, path: string, body: object, mark?: string) {
  for (let attempt = 0; ; attempt += 1) {
    const headers = { authorization: `Bearer ${key}`, ...(mark && { "idempotency-key": mark }) };
    const reply = await send(`${urlOf(attempt)}/api/v1${path}`, { method: "POST", body, headers }).catch(() => undefined);
    if (reply && ![429, 502, 503].includes(reply.status)) return reply;
    await pause(200);
  }
}

/** Some 500 events a second follow on two cores. */
const moved = { timeout: 900_000, intervals: [1_000] };

test("merges 10,000 chats and 250,000 events within the time of a call, and neighbours' events go on", { tag: "@slow" }, async () => {
  test.setTimeout(2_000_000);
  const [team, neighbour] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  for (const userId of ["stays", "goes"]) await putContact(team, userId, {});
  await giveChats(query, team, "goes", 10_000);
  await giveEvents(query, team, contactOf("goes"), 250_000, { event: "'Event ' || n % 50" });
  const begun = performance.now();
  const merged = await untilAnswered(team, "/contacts/stays/merge", { from: "goes" });
  const mergeMs = Math.round(performance.now() - begun);
  expect(merged).toMatchObject({ status: 200, body: { linkedChats: 10_000 } });
  const times: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const at = performance.now();
    await recordEvent(neighbour, { userId: "somebody" });
    times.push(performance.now() - at);
  }
  await recordEvent(team, { userId: "goes" });
  expect((await getContact(team, "goes")).events).toHaveLength(20);
  await expect.poll(() => leftOf(query, team), moved).toBe(0);
  const movedMs = Math.round(performance.now() - begun);
  expect([await eventsAt(team, "stays"), await eventsAt(team, "goes")]).toEqual([250_001, 0]);
  const undoing = performance.now();
  expect((await untilAnswered(team, `/merges/${merged.body["mergeId"]}/undo`, {})).status).toBe(200);
  const undoMs = Math.round(performance.now() - undoing);
  const sorted = times.sort((a, b) => a - b).map(Math.round);
  test.info().annotations.push({
    type: "figures",
    description: JSON.stringify({ mergeMs, movedMs, undoMs, neighbour: [sorted[15], sorted.at(-1)] }),
  });
  expect(Math.max(mergeMs, undoMs)).toBeLessThan(9_000);
  await expect.poll(() => leftOf(query, team), moved).toBe(0);
  expect([await eventsAt(team, "stays"), await eventsAt(team, "goes")]).toEqual([0, 250_001]);
});

for (const isKilled of [false, true])
  test(`events with both userIds are with the right contact after merges and undoings at two instances${isKilled ? ", which are killed in between" : ""}`, {
    tag: isKilled ? "@slow" : [],
  }, async () => {
    const team = await newTeam(cluster.running);
    for (const userId of ["a", "b"]) {
      await putContact(team, userId, {});
      await giveEvents(query, team, contactOf(userId), 1_500);
    }
    await giveChats(query, team, "b", 20);
    const sent = { a: 1_500, b: 1_500 };
    let isOver = false;
    const record = async (userId: "a" | "b") => {
      for (let n = 0; !isOver; n += 1) {
        const body = { event: n % 3 ? "Payment failed" : "Payment received", userId, properties: { reference: "R" } };
        const reply = await untilAnswered(team, "/events", body, `${userId}-${n}`);
        expect(reply.status, reply.text).toBe(201);
        sent[userId] += 1;
        await pause(60);
      }
    };
    const killing = async () => {
      for (let n = 0; isKilled && !isOver; n += 1) {
        await pause(400 + 150 * (n % 4));
        await cluster.instances[n % 2]?.running.kill();
        await cluster.instances[n % 2]?.start();
      }
    };
    const merging = async () => {
      for (let n = 0; n < (isKilled ? 6 : 8); n += 1) {
        await untilAnswered(team, "/contacts/a/merge", { from: "b" });
        await pause(300);
        // After a lost answer the merge is there, and its id is not known to whoever asked.
        const [merge] = await query<{ id: string }>(`select id from contact_merge where workspace_id = ${ws}`, [team.workspace]);
        if (n % 2 === 0 || n === 5) await untilAnswered(team, `/merges/${merge?.id}/undo`, {});
        await pause(n % 2 ? 0 : 300);
      }
      isOver = true;
    };
    await Promise.all([record("a"), record("b"), merging(), killing()]);
    const [merge] = await query<{ id: string }>(`select id from contact_merge where workspace_id = ${ws}`, [team.workspace]);
    if (merge) {
      await expect.poll(() => leftOf(query, team), waiting).toBe(0);
      expect([await eventsAt(team, "a"), await eventsAt(team, "b")]).toEqual([sent.a + sent.b, 0]);
      expect(await broken()).toEqual([]);
      expect((await untilAnswered(team, `/merges/${merge.id}/undo`, {})).status).toBe(200);
    }
    await expect.poll(() => leftOf(query, team), waiting).toBe(0);
    expect([await eventsAt(team, "a"), await eventsAt(team, "b")]).toEqual([sent.a, sent.b]);
    expect(await broken()).toEqual([]);
  });
