import { expect, test } from "../../support/fixtures";
import { cardsOf, getContact, itemsOf, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const twenty = Array.from({ length: 20 }, (_, index) => index);

test("keeps the attributes of twenty concurrent PUTs, one of which creates the contact", async ({ ada }) => {
  const replies = await Promise.all(twenty.map((index) => putContact(ada, "u", { attributes: { [`k${index}`]: index } })));
  expect(replies.filter(({ created }) => created)).toHaveLength(1);
  expect((await getContact(ada, "u")).contact.attributes).toEqual(Object.fromEntries(twenty.map((index) => [`k${index}`, index])));
});

test("keeps the attributes of twenty concurrent PUTs with the phone and links the chat once", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  const replies = await Promise.all(twenty.map((index) => putContact(ada, "u", { phone, attributes: { [`k${index}`]: index } })));
  expect(replies.filter(({ created }) => created)).toHaveLength(1);
  const { contact, linkedChats } = await getContact(ada, "u");
  expect(Object.keys(contact.attributes)).toHaveLength(20);
  expect(contact.phone).toBe(phone);
  expect(linkedChats).toBe(1);
});

test("never stores more than 100 attributes after concurrent PUTs", async ({ ada }) => {
  const body = (index: number) => ({ attributes: Object.fromEntries(twenty.map((key) => [`k${index}.${key}`, key])) });
  const replies = await Promise.all(twenty.map((index) => ada.api("PUT", "/contacts/u", { body: body(index) })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(15);
  expect(Object.keys((await getContact(ada, "u")).contact.attributes)).toHaveLength(100);
});

const bodies: [what: string, body: object][] = [
  ["a userId", { event: "Order placed", userId: "u" }],
  ["userId and phone", { event: "Order placed", userId: "u", phone }],
  ["a phone", { event: "Order placed", phone }],
];

for (const [what, body] of bodies) {
  test(`records one event and one card for twenty concurrent requests with one Idempotency-Key and ${what}`, async ({ ada }) => {
    const session = await ada.signIn();
    await putContact(ada, "u", { phone });
    const { chatId } = await ada.sendMessage(whatsapp);
    const headers = { "idempotency-key": "k" };
    const replies = await Promise.all(twenty.map(() => ada.api("POST", "/events", { headers, body })));
    expect(replies.map(({ status }) => status)).toEqual(twenty.map(() => 201));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter((reply) => reply.headers.get("idempotency-replayed") === "true")).toHaveLength(19);
    expect((await getContact(ada, "u")).events).toHaveLength(1);
    expect(await cardsOf(session, chatId)).toHaveLength(1);
  });
}

test("records one of two concurrent bodies with one Idempotency-Key and rejects the other", async ({ ada }) => {
  const headers = { "idempotency-key": "k" };
  const replies = await Promise.all(
    twenty.map((index) => ada.api("POST", "/events", { headers, body: { event: `Order ${index % 2}`, userId: "u" } })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(10);
  expect((await getContact(ada, "u")).events).toHaveLength(1);
});

test("creates one contact with twenty events for twenty concurrent events of a new userId", async ({ ada }) => {
  const events = await Promise.all(twenty.map((index) => recordEvent(ada, { userId: "u", event: `Event ${index}` })));
  expect(new Set(events.map(({ id }) => id)).size).toBe(20);
  expect((await getContact(ada, "u")).events.map(({ event }) => event).sort()).toEqual(twenty.map((index) => `Event ${index}`).sort());
});

test("assigns consecutive seq numbers to concurrent events and messages in one chat", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await Promise.all([
    ...twenty.map((index) => recordEvent(ada, { userId: `u${index % 3}`, event: "By userId" })),
    ...twenty.map(() => recordEvent(ada, { phone, event: "By phone" })),
    ...twenty.map(() => ada.sendMessage(whatsapp, "A message")),
  ]);
  const items = await session.call("GET", `/chats/${chatId}/items?after=0`);
  const seqs = (items.body["items"] as { seq: number }[]).map(({ seq }) => seq);
  expect(seqs).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  expect(await cardsOf(session, chatId)).toHaveLength(20);
});

test("begins one chat for twenty concurrent first messages", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  const messages = await Promise.all(twenty.map(() => ada.sendMessage(whatsapp)));
  const [chatId = ""] = new Set(messages.map((message) => message.chatId));
  expect(new Set(messages.map((message) => message.chatId)).size).toBe(1);
  expect(await itemsOf(session, chatId)).toHaveLength(20);
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
});

test("links the chat to one of twenty contacts that get its phone at once", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  await Promise.all(twenty.map((index) => putContact(ada, `u${index}`, { phone })));
  const all = await Promise.all(twenty.map((index) => getContact(ada, `u${index}`)));
  expect(all.map(({ linkedChats }) => linkedChats).sort()).toEqual([...twenty.slice(1).map(() => 0), 1]);
});

test("gives the phone and the chat to one of twenty new userIds whose events bring it at once", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  const events = await Promise.all(twenty.map((index) => recordEvent(ada, { userId: `u${index}`, phone })));
  const all = await Promise.all(twenty.map((index) => getContact(ada, `u${index}`)));
  expect(all.filter(({ contact }) => contact.phone === phone)).toHaveLength(1);
  expect(all.filter(({ contact, linkedChats }) => contact.phone === phone && linkedChats === 1)).toHaveLength(1);
  expect(all.filter(({ linkedChats }) => linkedChats > 0)).toHaveLength(1);
  expect(all.map(({ events: stored }) => stored.length)).toEqual(twenty.map(() => 1));
  expect(events.filter(({ postedToConversations }) => postedToConversations === 1)).toHaveLength(1);
});

for (const round of [1, 2, 3, 4]) {
  test(`stays consistent when a chat, an event by its phone, its contact and the contact's deletion are concurrent (${round})`, async ({
    ada,
  }) => {
    const session = await ada.signIn();
    if (round % 2 === 0) await putContact(ada, "u", { phone });
    const [message, byPhone, byBoth, written, removed] = await Promise.all([
      ada.sendMessage(whatsapp),
      ada.api("POST", "/events", { body: { event: "By phone", phone } }),
      ada.api("POST", "/events", { body: { event: "By both", userId: "u", phone } }),
      ada.api("PUT", "/contacts/u", { body: { phone, attributes: { round } } }),
      ada.api("DELETE", "/contacts/u"),
    ]);
    expect([201, 404]).toContain(byPhone.status);
    expect(byBoth.status).toBe(201);
    expect(written.status).toBe(200);
    expect([200, 404]).toContain(removed.status);

    const found = await ada.api("GET", "/contacts/u");
    const panel = await panelOf(session, message.chatId);
    if (found.status === 200) {
      const { contact, linkedChats, events } = await getContact(ada, "u");
      expect(contact.phone).toBe(phone);
      expect(linkedChats).toBe(1);
      expect(panel.contact?.userId).toBe("u");
      expect(panel.events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    } else {
      expect(found.status).toBe(404);
      expect(panel.contact).toBeNull();
    }
    const posted = [byPhone, byBoth].reduce((sum, { body }) => sum + Number(body["postedToConversations"] ?? 0), 0);
    expect(await cardsOf(session, message.chatId)).toHaveLength(posted);

    expect(await putContact(ada, "u", { phone })).toMatchObject({ linkedChats: 1 });
    expect(await recordEvent(ada, { phone, event: "Afterwards" })).toMatchObject({ postedToConversations: 1 });
    expect((await getContact(ada, "u")).events[0]).toMatchObject({ event: "Afterwards" });
  });
}

test("keeps or deletes each event that arrives during its contact's deletion as a whole", async ({ ada }) => {
  await putContact(ada, "u");
  const removals = [0, 1, 2].map(() => ada.api("DELETE", "/contacts/u"));
  const events = twenty.map((index) => recordEvent(ada, { userId: "u", event: `Event ${index}` }));
  const removed = await Promise.all(removals);
  await Promise.all(events);
  const gone = removed.reduce((sum, { body }) => sum + Number(body["eventsDeleted"] ?? 0), 0);
  const left = await ada.api("GET", "/contacts/u");
  const stored = left.status === 200 ? (left.body["events"] as unknown[]).length : 0;
  expect(gone + stored).toBe(20);
});
