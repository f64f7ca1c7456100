import { expect, test } from "../support/fixtures";
import { cardsOf, close, itemsOf, phone, put, record, transcriptOf, whatsapp } from "./world";

test("a card holds the event as it was recorded", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  const properties = { amount: "59.90 EUR", reference: "INV-2041", attempt: 2, final: true };
  const { id } = await record(ada, { phone, event: "Payment failed", properties, occurredAt: "2026-03-01T12:43:00.5+02:00" });
  expect(await cardsOf(session, chatId)).toEqual([
    { deleted: false, eventId: id, event: "Payment failed", level: "problem", properties, occurredAt: "2026-03-01T10:43:00.500Z" },
  ]);
});

test("every active chat of a contact gets one card", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone });
  const chats = [
    await ada.says(whatsapp),
    await ada.says({ channel: "website", visitorId: "v1", userId: "u" }),
    await ada.says({ channel: "website", visitorId: "v2", userId: "u" }),
  ];
  const stranger = await ada.says({ channel: "website", visitorId: "v3" });
  expect(await record(ada, { userId: "u", phone, event: "Once" })).toMatchObject({ postedToConversations: 3 });
  for (const { chatId } of chats) expect(await cardsOf(session, chatId)).toMatchObject([{ event: "Once" }]);
  expect(await cardsOf(session, stranger.chatId)).toEqual([]);
});

test("a phone alone reaches every chat of the person's contact", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone });
  await ada.says(whatsapp);
  const website = await ada.says({ channel: "website", visitorId: "v1", userId: "u" });
  expect(await record(ada, { phone })).toMatchObject({ postedToConversations: 2 });
  expect(await cardsOf(session, website.chatId)).toHaveLength(1);
});

test("a card takes its place behind what was said before", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp, "First");
  await record(ada, { phone, event: "Between" });
  await ada.says(whatsapp, "Last");
  const items = await itemsOf(session, chatId);
  expect(items.map(({ kind, seq }) => [seq, kind])).toEqual([
    [1, "message"],
    [2, "card"],
    [3, "message"],
  ]);
});

test("a card is never sent to the customer", async ({ server, ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp, "Hello");
  await ada.says({ channel: "website", visitorId: "v1", userId: "u" }, "Hi");
  await record(ada, { phone, event: "Secret" });
  await record(ada, { userId: "u", event: "Secret" });
  const message = { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc2", kind: "message", text: "How can I help?" };
  await session.call("POST", `/chats/${chatId}/messages`, message);
  expect((await transcriptOf(server.url, ada, { phone })).map(({ text }) => text)).toEqual(["Hello", "How can I help?"]);
  expect((await transcriptOf(server.url, ada, { visitorId: "v1" })).map(({ text }) => text)).toEqual(["Hi"]);
});

test("a closed chat gets no card, and the event is kept all the same", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone });
  const { chatId } = await ada.says(whatsapp);
  await close(session, chatId);
  expect(await record(ada, { userId: "u" })).toMatchObject({ postedToConversations: 0 });
  expect(await record(ada, { phone })).toMatchObject({ postedToConversations: 0 });
  expect(await cardsOf(session, chatId)).toEqual([]);
  expect((await ada.api("GET", "/contacts/u")).body["events"]).toHaveLength(2);
});

test("a chat that is opened again gets cards again", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  await close(session, chatId);
  await session.call("POST", `/chats/${chatId}/status`, { status: "open" });
  expect(await record(ada, { phone })).toMatchObject({ postedToConversations: 1 });
});

test("of two chats of one person the open one gets the card", async ({ ada }) => {
  const session = await ada.signIn();
  const first = await ada.says(whatsapp);
  await close(session, first.chatId);
  const second = await ada.says(whatsapp);
  expect(await record(ada, { phone })).toMatchObject({ postedToConversations: 1 });
  expect(await cardsOf(session, first.chatId)).toEqual([]);
  expect(await cardsOf(session, second.chatId)).toHaveLength(1);
});

test("when an event happened does not decide where it is posted: it is when it arrives", async ({ ada }) => {
  await ada.says(whatsapp);
  expect(await record(ada, { phone, occurredAt: "2020-01-01T00:00:00Z" })).toMatchObject({ postedToConversations: 1 });
});
