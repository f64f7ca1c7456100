import type { ChatItem } from "@/lib/chats/contract";
import type { Session } from "../../support/fixtures";
import { type Customer, kinds, messagesChange, newPhone, newUserId, numberChange, sendWebhook, webhookOf } from "../../support/whatsapp";
import { type Desk, expect, newWhatsAppDesk, test } from "../../support/whatsapp-desk";
import { itemsOf, panelOf, putContact, recordEvent } from "../helpers";
import { chatsOf, textsOf } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

const secondsAgo = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });
const hoursAgo = (hours: number) => secondsAgo(hours * 3_600);

type Change = { from: Customer; to: Customer; id?: string; at?: Date };

/** Meta reports that the number changed; without a contact, as it does. */
async function change({ channel }: Desk, { from, to, ...more }: Change): Promise<void> {
  const reply = await sendWebhook(channel, webhookOf(messagesChange([numberChange(from, to, more)])));
  expect(reply.status, reply.text).toBe(200);
}

/** A customer who wrote from an old number and then from a new one, before Meta says that it is the same one. */
async function twoNumbers(team: Parameters<typeof newWhatsAppDesk>[0], [before, after]: [Customer, Customer]) {
  const desk = await newWhatsAppDesk(team, { customer: before, first: (from) => kinds.text(from, "Old number", secondsAgo(90)) });
  await desk.hear(kinds.text(after, "New number", secondsAgo(30)));
  await expect.poll(async () => (await chatsOf(desk.session)).length).toBe(2);
  const second = (await chatsOf(desk.session)).find(({ id }) => id !== desk.chatId)?.id ?? "";
  return { desk, second };
}

const openChats = async (session: Session) => (await chatsOf(session)).map(({ id }) => id);

for (const [name, ids] of [
  ["with numbers alone", [{}, {}]],
  ["with the channel's ids", [{ userId: newUserId() }, { userId: newUserId() }]],
] as const) {
  test(`a change of number joins whoever wrote from the new one, ${name}, whichever came first`, async ({ ada, graph }) => {
    const [before, after] = [
      { phone: newPhone(), ...ids[0] },
      { phone: newPhone(), ...ids[1] },
    ];
    const { desk, second } = await twoNumbers(ada, [before, after]);
    // Reported after the message, and dated before it.
    await change(desk, { from: before, to: after, ...secondsAgo(60) });
    await expect.poll(() => openChats(desk.session)).toEqual([second]);
    expect(await textsOf(desk.session)).toEqual(["New number", "Old number"]);
    expect(await panelOf(desk.session, second)).toMatchObject({ person: { phone: after.phone }, linkedChatsCount: 2 });

    await desk.hear(kinds.text(after, "Again"));
    await expect.poll(async () => (await textsOf(desk.session)).at(-1)).toBe("Again");
    const reply = await desk.session.call("POST", `/chats/${second}/messages`, { id: crypto.randomUUID(), kind: "message", text: "Hello" });
    expect(reply.status).toBe(201);
    await expect.poll(() => graph.messagesTo(after.phone).length).toBe(1);
  });
}

test("an answer that was written before the change is known reaches the new number, and no chat is left that fails", async ({
  ada,
  graph,
}) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  const { desk, second } = await twoNumbers(ada, [before, after]);
  // Meta holds the answer's call while the two become one.
  graph.play(after.phone, "late");
  const id = crypto.randomUUID();
  expect((await desk.session.call("POST", `/chats/${second}/messages`, { id, kind: "message", text: "Answer" })).status).toBe(201);
  await expect.poll(() => graph.messagesTo(after.phone).length).toBe(1);
  await change(desk, { from: before, to: after });
  await expect.poll(() => openChats(desk.session)).toHaveLength(1);
  graph.release();
  const states = async () =>
    (await itemsOf(desk.session, second)).flatMap((item) => (item.kind === "message" && item.status ? [item.status.state] : []));
  await expect.poll(states).toEqual(["sent"]);
  expect(graph.messagesTo(after.phone)).toHaveLength(1);
});

test("a change that is reported twice, or processed again, changes nothing more", async ({ ada }) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  const { desk, second } = await twoNumbers(ada, [before, after]);
  const [id, at] = [`wamid.${newPhone()}`, new Date()];
  await change(desk, { from: before, to: after, id, at });
  await expect.poll(() => openChats(desk.session)).toEqual([second]);
  await change(desk, { from: before, to: after, id, at });
  // Another id: as an entry that was cut off is processed again.
  await change(desk, { from: before, to: after, id: `${id}0`, at });
  await desk.hear(kinds.text(after, "Later"));
  await expect.poll(async () => (await textsOf(desk.session)).at(-1)).toBe("Later");
  expect(await openChats(desk.session)).toEqual([second]);
  expect(await panelOf(desk.session, second)).toMatchObject({ person: { phone: after.phone } });
});

test("with a contact for each number the chats belong to the new number's contact, and events find the person", async ({ ada }) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  await putContact(ada, "old", { phone: before.phone });
  await putContact(ada, "new", { phone: after.phone });
  const { desk, second } = await twoNumbers(ada, [before, after]);
  await change(desk, { from: before, to: after });
  await expect.poll(() => openChats(desk.session)).toEqual([second]);
  for (const chatId of [second, desk.chatId])
    expect(await panelOf(desk.session, chatId)).toMatchObject({ contact: { userId: "new" }, person: { phone: after.phone } });
  expect(await recordEvent(ada, { event: "Order shipped", phone: after.phone })).toMatchObject({ postedToConversations: 1 });
});

test("a link by an agent stays when the numbers join, and an admin sees the contact of the new number", async ({ ada }) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  await putContact(ada, "agent's");
  await putContact(ada, "new", { phone: after.phone });
  const { desk, second } = await twoNumbers(ada, [before, after]);
  await desk.session.call("POST", `/chats/${desk.chatId}/link`, { userId: "agent's" });
  await change(desk, { from: before, to: after });
  await expect.poll(() => openChats(desk.session)).toEqual([second]);
  expect(await panelOf(desk.session, second)).toMatchObject({ contact: { userId: "agent's" }, person: { linkedBy: "agent" } });
  const { items } = (await desk.session.call("GET", "/conflicts")).body;
  expect(items).toMatchObject([{ phone: after.phone, contact: { userId: "agent's" }, other: { userId: "new" } }]);
});

test("two links by agents keep the two apart, and the number's former chat accepts no answer", async ({ ada }) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  for (const userId of ["one", "two"]) await putContact(ada, userId);
  const { desk, second } = await twoNumbers(ada, [before, after]);
  await desk.session.call("POST", `/chats/${desk.chatId}/link`, { userId: "one" });
  await desk.session.call("POST", `/chats/${second}/link`, { userId: "two" });
  await change(desk, { from: before, to: after });
  await expect.poll(() => panelOf(desk.session, desk.chatId)).toMatchObject({ person: { phone: after.phone }, contact: { userId: "one" } });
  expect(await panelOf(desk.session, second)).toMatchObject({ chat: { status: "open" }, contact: { userId: "two" } });
  await expectUnanswerable(desk.session, second);
});

/** What nobody could receive is refused before it is written: a text, and whatever else goes out. */
async function expectUnanswerable(session: Session, chatId: string): Promise<void> {
  expect((await session.call("GET", `/chats/${chatId}/window`)).body).toMatchObject({ isReachable: false, opensUntil: null });
  const before = await itemsOf(session, chatId);
  for (const path of ["messages", "request-phone"]) {
    const body = { id: crypto.randomUUID(), kind: "message", text: "Hello" };
    const reply = await session.call("POST", `/chats/${chatId}/${path}`, body);
    expect(reply).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("belongs to somebody else") } } });
  }
  expect(await itemsOf(session, chatId)).toEqual(before);
}

test("who had the number for long is somebody else: their chat stays theirs, in the open ones, and accepts no answer", async ({ ada }) => {
  const [before, taken] = [{ phone: newPhone() }, { phone: newPhone() }];
  const desk = await newWhatsAppDesk(ada, { customer: before });
  await desk.hear(kinds.text(taken, "Former owner", hoursAgo(50)));
  await expect.poll(async () => (await chatsOf(desk.session)).length).toBe(2);
  const former = (await chatsOf(desk.session)).find(({ id }) => id !== desk.chatId)?.id ?? "";
  await desk.hear(kinds.text(taken, "Still me", hoursAgo(2)));
  await expect.poll(async () => (await itemsOf(desk.session, former)).length).toBe(2);

  await change(desk, { from: before, to: taken });
  await expect.poll(() => panelOf(desk.session, desk.chatId)).toMatchObject({ person: { phone: taken.phone } });
  expect((await openChats(desk.session)).sort()).toEqual([desk.chatId, former].sort());
  expect(await panelOf(desk.session, former)).toMatchObject({ person: { phone: null } });
  await expectUnanswerable(desk.session, former);
});

test("the new number's chat stays answerable when nobody knows the old one", async ({ ada, graph }) => {
  const [unknown, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  const desk = await newWhatsAppDesk(ada, { customer: after, first: (from) => kinds.text(from, "Hello", secondsAgo(60)) });
  await change(desk, { from: unknown, to: after });
  await desk.hear(kinds.text(after, "Are you there?"));
  await expect.poll(async () => (await desk.items()).length).toBe(2);
  const { id } = await desk.write("Yes");
  await desk.reaches(id, "sent");
  expect(graph.messagesTo(after.phone)).toHaveLength(1);
});

test("a blocked customer stays blocked under the new number, whichever came first", async ({ ada }) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  const { desk, second } = await twoNumbers(ada, [before, after]);
  await desk.session.call("POST", `/chats/${desk.chatId}/block`, { isBlocked: true });
  await change(desk, { from: before, to: after });
  await expect.poll(() => openChats(desk.session)).toEqual([second]);
  await desk.hear(kinds.text(after, "Refused"));
  await desk.hear(kinds.text({ phone: newPhone() }, "Another customer"));
  await expect.poll(async () => (await textsOf(desk.session)).includes("Another customer")).toBe(true);
  expect(await textsOf(desk.session)).not.toContain("Refused");
});

test("another workspace with the same numbers notices nothing", async ({ ada, bob }) => {
  const [before, after] = [{ phone: newPhone() }, { phone: newPhone() }];
  const { desk } = await twoNumbers(ada, [before, after]);
  const theirs = await twoNumbers(bob, [before, after]);
  await change(desk, { from: before, to: after });
  await expect.poll(() => openChats(desk.session)).toHaveLength(1);
  expect(await openChats(theirs.desk.session)).toHaveLength(2);
  const items: ChatItem[] = await itemsOf(theirs.desk.session, theirs.second);
  expect(items.map(({ kind }) => kind)).toEqual(["message"]);
});
