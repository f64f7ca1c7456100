import { putContact, recordEvent } from "../api/helpers";
import { chatsOf, textsOf } from "../api/whatsapp-helpers";
import { expect, newTeam, type Reply, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { connectWhatsApp, kinds, newPhone, newUserId, sendWebhook, webhookWith } from "../support/whatsapp";
import { type Cluster, startCluster } from "./cluster";
import { holdTransaction, lockWaitCount } from "./locks";
import { cardsOf, countOf, giveChats, giveEvents, holdTurns, leftOf, makeHoldable, ws } from "./steps";

// What happens between an event or a link and its steps, which are held until it has happened.
test.describe.configure({ mode: "default", timeout: 120_000 });

let cluster: Cluster;
test.beforeAll(async () => {
  cluster = await startCluster({ count: 1, env: { TRUSTED_PROXIES: "2" } });
  await makeHoldable(query);
});
test.afterAll(() => cluster.stop());

const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);
const hold = (team: Team, queue: string) => holdTurns(query, team, queue);
const events = (team: Team, more = "") => countOf(query, `event where workspace_id = ${ws} ${more}`, [team.workspace]);
const left = (team: Team) => leftOf(query, team);
const waiting = { timeout: 30_000, intervals: [50] };
const broken = async (...but: string[]) => (await breaches(query)).filter(({ rule }) => !but.some((begin) => rule.startsWith(begin)));

/** Until something waits for a lock, or nothing is left to be done: then it did not wait. */
const untilBlocked = (team: Team, count = 1) =>
  expect.poll(async () => (await lockWaitCount(cluster)) >= count || (await left(team)) === 0, waiting).toBe(true);

/** A workspace with an event whose cards are in 50 chats, and are still to be written into the others. */
async function withPendingCards({ chats: count }: { chats: number }) {
  const team = await newTeam(cluster.running);
  await putContact(team, "everybody", {});
  const chats = await giveChats(query, team, "everybody", count);
  const release = await hold(team, "cards");
  expect(await recordEvent(team, { event: "Order placed", userId: "everybody" })).toMatchObject({ postedToConversations: count });
  expect(await cardsOf(query, team)).toHaveLength(50);
  return { team, chats, release };
}

test("a step waits for the removal of its event, and writes no card of it", async () => {
  const { team, release } = await withPendingCards({ chats: 70 });
  const removing = await holdTransaction(
    cluster,
    `with gone as (delete from event where workspace_id = ${ws} returning workspace_id, id)
    update chat_item i set data = '{"deleted": true}' from gone g where i.workspace_id = g.workspace_id and i.event_id = g.id`,
    [team.workspace],
  );
  await release();
  await untilBlocked(team);
  await removing.letGo("commit");
  await expect.poll(() => left(team), waiting).toBe(0);
  expect(await cardsOf(query, team)).toHaveLength(50);
  expect(await broken()).toEqual([]);
});

test("a step writes no card of a contact that was deleted, also not into the chat of the person whom its event was about", async () => {
  const team = await newTeam(cluster.running);
  const phone = newPhone();
  await putContact(team, "everybody", { phone });
  const { chatId } = await team.sendMessage({ channel: "whatsapp", phone });
  await giveChats(query, team, "everybody", 60);
  await query(
    `with said as (update chat_item set created_at = created_at - interval '1 hour' where chat_id = $1)
    update chat set last_message_at = last_message_at - interval '1 hour', last_item_at = last_item_at - interval '1 hour' where id = $1`,
    [chatId],
  );
  const [release, releaseRemoval] = [await hold(team, "cards"), await hold(team, "deleted contacts")];
  expect(await recordEvent(team, { event: "Order placed", phone })).toMatchObject({ postedToConversations: 61 });
  expect(await cardsOf(query, team)).not.toContain(chatId);
  // So many that the deletion leaves this one, the newest, to the background.
  await query(
    `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
    select workspace_id, gen_random_uuid(), id, 'Page seen', 'info', '{}', now() - interval '1 day', now() - interval '1 day', 0
    from contact cross join generate_series(1, 250) where workspace_id = ${ws} and user_id = $2`,
    [team.workspace, "everybody"],
  );
  // As of a button that was pressed for them.
  await query("update event e set person_id = h.person_id from chat h where h.id = $1 and e.workspace_id = h.workspace_id", [chatId]);
  expect((await team.api("DELETE", "/contacts/everybody")).status).toBe(200);
  expect(await events(team, "and event = 'Order placed'")).toBe(1);
  await release();
  await expect.poll(() => left(team), waiting).toBe(0);
  expect(await cardsOf(query, team)).toHaveLength(50);
  await releaseRemoval();
  await expect.poll(() => events(team), waiting).toBe(0);
});

test("a thousand lists of chats wait for a workspace at most; a later event is written into 50 chats alone, and says so", async () => {
  const { team, release } = await withPendingCards({ chats: 60 });
  await query(
    `insert into pending_card (workspace_id, id, event_ids, chat_ids, created_at)
    select ${ws}, gen_random_uuid(), array[gen_random_uuid()], array[gen_random_uuid()], now() from generate_series(1, 999)`,
    [team.workspace],
  );
  expect(await recordEvent(team, { event: "Order paid", userId: "everybody" })).toMatchObject({ postedToConversations: 50 });
  await query(`delete from pending_card where workspace_id = ${ws} and done = 0 and cardinality(chat_ids) = 1`, [team.workspace]);
  await release();
  await expect.poll(() => left(team), waiting).toBe(0);
  expect(await cardsOf(query, team)).toHaveLength(60 + 50);
  expect(await broken()).toEqual([]);
});

/** A workspace with somebody on WhatsApp whose events are still to follow their link to `user_1`. */
async function withPendingMoves(count: number) {
  const team = await newTeam(cluster.running);
  const phone = newPhone();
  await team.sendMessage({ channel: "whatsapp", phone });
  await giveEvents(query, team, `select workspace_id, id from person where workspace_id = ${ws}`, count, { problems: false });
  const release = await hold(team, "moves");
  await putContact(team, "user_1", { phone });
  expect(await left(team)).toBe(1);
  expect(await events(team, "and contact_id is null")).toBeGreaterThan(0);
  return { team, phone, release };
}

/** With very many events it says to try again. */
async function untilDone(call: () => Promise<Reply>): Promise<Reply> {
  let reply = await call();
  const isDone = async () => {
    if (reply.status === 503) reply = await call();
    return reply.status !== 503;
  };
  await expect.poll(isDone, waiting).toBe(true);
  return reply;
}

test("a deletion of the contact moves what still follows the link, and takes it along", async () => {
  const { team, release } = await withPendingMoves(410);
  const deleted = await untilDone(() => team.api("DELETE", "/contacts/user_1"));
  expect(deleted).toMatchObject({ status: 200, body: { eventsDeleted: 410 } });
  await release();
  await expect.poll(() => events(team), waiting).toBe(0);
  expect(await left(team)).toBe(0);
  expect(await broken()).toEqual([]);
});

test("an erasure of the person alone moves what still follows the link, and leaves it with the contact", async () => {
  const { team, phone, release } = await withPendingMoves(410);
  const session = await team.signIn();
  const [person] = await query<{ id: string }>(`select id from person where workspace_id = ${ws}`, [team.workspace]);
  const erased = await untilDone(() => session.call("DELETE", `/people/${person?.id}`, { displayName: `+${phone}`, scope: "person" }));
  expect(erased).toMatchObject({ status: 200, body: { people: 1, events: 0 } });
  await release();
  expect(await left(team)).toBe(0);
  expect(await events(team, "and contact_id is not null")).toBe(410);
});

for (const first of ["link", "step"])
  test(`the events of somebody follow the new link when it changes beside a step, and the ${first} comes first`, async () => {
    const { team, phone, release } = await withPendingMoves(210);
    await putContact(team, "user_2", { phone });
    let linking: Promise<Reply> | undefined;
    const link = async () => {
      linking = team.api("PUT", "/contacts/user_1", { body: { phone: null } });
    };
    // The link begins with the newest events, and the step has the oldest.
    const [begin, follow, order] = first === "link" ? [link, release, "desc"] : [release, link, "asc"];
    const [event] = await query<{ id: string }>(`select id from event where workspace_id = ${ws} order by occurred_at ${order} limit 1`, [
      team.workspace,
    ]);
    const held = await holdTransaction(cluster, "select from event where id = $1 for update", [event?.id]);
    await begin();
    await untilBlocked(team);
    await follow();
    await untilBlocked(team, 2);
    await held.letGo();
    expect((await linking)?.status).toBe(200);
    await expect.poll(() => left(team), waiting).toBe(0);
    expect(await broken()).toEqual([]);
    expect(
      await events(team, "and contact_id = (select id from contact c where c.workspace_id = event.workspace_id and user_id = 'user_2')"),
    ).toBe(210);
  });

test("a chat whose person is linked to somebody else before the step gets no card, and each other chat gets one", async () => {
  const { team, chats, release } = await withPendingCards({ chats: 300 });
  const [relinked, ...others] = chats.toReversed();
  await putContact(team, "somebody", {});
  await query(
    `update person p set contact_id = c.id, linked_by = 'agent' from contact c, chat h
    where h.id = $2 and p.workspace_id = h.workspace_id and p.id = h.person_id and c.workspace_id = ${ws} and c.user_id = 'somebody'`,
    [team.workspace, relinked],
  );
  await release();
  await expect.poll(() => left(team), waiting).toBe(0);
  expect((await cardsOf(query, team)).sort()).toEqual(others.sort());
  // The answer counted the chats of its moment.
  expect(await broken("postedToConversations")).toEqual([]);
});

test("a step goes on behind the chats that a step of another instance has written meanwhile", async () => {
  const { team, chats, release } = await withPendingCards({ chats: 70 });
  const other = await holdTransaction(cluster, `update pending_card set done = done + 5 where workspace_id = ${ws}`, [team.workspace]);
  await release();
  await untilBlocked(team);
  await other.letGo("commit");
  await expect.poll(() => left(team), waiting).toBe(0);
  expect((await cardsOf(query, team)).sort()).toEqual([...chats.slice(0, 50), ...chats.slice(55)].sort());
});

test("a step waits for a chat that goes to somebody else in this moment, and writes no card into it", async () => {
  const { team, chats, release } = await withPendingCards({ chats: 70 });
  await putContact(team, "somebody", {});
  await giveChats(query, team, "somebody", 1);
  const moving = await holdTransaction(
    cluster,
    `update chat h set status = 'closed', open_for = null, person_id = p.id from person p join contact c on c.workspace_id = p.workspace_id and c.id = p.contact_id
    where h.id = $2 and p.workspace_id = h.workspace_id and c.workspace_id = ${ws} and c.user_id = 'somebody'`,
    [team.workspace, chats.at(-1)],
  );
  await release();
  await untilBlocked(team);
  await moving.letGo("commit");
  await expect.poll(() => left(team), waiting).toBe(0);
  expect((await cardsOf(query, team)).sort()).toEqual(chats.slice(0, -1).sort());
});

for (const followed of ["that had followed a link", "that still followed a link"])
  test(`the events of two people who turn out to be one are all theirs in the end, also those ${followed}`, async () => {
    const team = await newTeam(cluster.running);
    const session = await team.signIn();
    const channel = await connectWhatsApp(team, session);
    const [phone, userId] = [newPhone(), newUserId()];
    await sendWebhook(channel, webhookWith(kinds.text({ phone }, "By phone"), kinds.text({ userId }, "By id")));
    await expect.poll(async () => (await textsOf(session)).length, waiting).toBe(2);
    await giveEvents(query, team, `select workspace_id, id from person where workspace_id = ${ws}`, 450, { problems: false });
    let release = await hold(team, "moves");
    await putContact(team, "user_1", {});
    for (const { id } of await chatsOf(session))
      expect((await session.call("POST", `/chats/${id}/link`, { userId: "user_1" })).status).toBe(200);
    expect(await left(team)).toBe(2);
    if (followed.includes("had")) {
      await release();
      await expect.poll(() => left(team), waiting).toBe(0);
      release = await hold(team, "moves");
    }
    await sendWebhook(channel, webhookWith(kinds.text({ userId, phone }, "Both")));
    const open = async () => (await chatsOf(session)).filter(({ status }) => status === "open").length;
    await expect.poll(open, waiting).toBe(1);
    expect(await left(team)).toBeGreaterThan(0);
    await release();
    await expect.poll(() => left(team), waiting).toBe(0);
    expect(
      await countOf(query, `(select distinct person_id, contact_id from event where workspace_id = ${ws}) owners`, [team.workspace]),
    ).toBe(1);
    expect(await events(team, "and contact_id is not null")).toBe(900);
    // What nobody had answered went on in the other chat, and left its number.
    expect(await broken("items of a chat are numbered", "postedToConversations")).toEqual([]);
  });
