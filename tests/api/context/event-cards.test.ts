import type { listChats } from "@/lib/chats/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect, test } from "../../support/fixtures";
import { cardsOf, close, itemsOf, phone, putContact, recordEvent, transcriptOf, whatsapp } from "../helpers";

test("shows the event as recorded in its card", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  const properties = { amount: "59.90 EUR", reference: "INV-2041", attempt: 2, final: true };
  const { id } = await recordEvent(ada, { phone, event: "Payment failed", properties, occurredAt: "2026-03-01T12:43:00.5+02:00" });
  expect(await cardsOf(session, chatId)).toEqual([
    {
      deleted: false,
      eventId: id,
      event: "Payment failed",
      level: "problem",
      properties,
      occurredAt: "2026-03-01T10:43:00.500Z",
      closed: null,
    },
  ]);
});

test("posts one card to every active chat of a contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  const chats = [
    await ada.sendMessage(whatsapp),
    await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "u" }),
    await ada.sendMessage({ channel: "website", visitorId: "v2", userId: "u" }),
  ];
  const stranger = await ada.sendMessage({ channel: "website", visitorId: "v3" });
  expect(await recordEvent(ada, { userId: "u", phone, event: "Once" })).toMatchObject({ postedToConversations: 3 });
  for (const { chatId } of chats) expect(await cardsOf(session, chatId)).toMatchObject([{ event: "Once" }]);
  expect(await cardsOf(session, stranger.chatId)).toEqual([]);
});

test("posts a phone-only event to every chat of the person's contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await ada.sendMessage(whatsapp);
  const website = await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "u" });
  expect(await recordEvent(ada, { phone })).toMatchObject({ postedToConversations: 2 });
  expect(await cardsOf(session, website.chatId)).toHaveLength(1);
});

test("counts an open problem in the list of chats for a problem event, and not for another event", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  const problems = async () => {
    const { items, counts } = (await session.call("GET", "/chats")).body as ReplyOf<typeof listChats>;
    expect(items).toMatchObject([{ id: chatId, openProblems: counts.problems }]);
    return counts.problems;
  };
  await recordEvent(ada, { phone, event: "Order placed" });
  expect(await problems()).toBe(0);
  await recordEvent(ada, { phone, event: "Payment failed" });
  expect(await problems()).toBe(1);
  expect((await session.call("POST", `/chats/${chatId}/read`, { seq: 3 })).status).toBe(200);
  // Neither reading nor another event closes it.
  await recordEvent(ada, { phone, event: "Order placed" });
  expect(await problems()).toBe(1);
});

test("appends a card after earlier messages", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp, "First");
  await recordEvent(ada, { phone, event: "Between" });
  await ada.sendMessage(whatsapp, "Last");
  const items = await itemsOf(session, chatId);
  expect(items.map(({ kind, seq }) => [seq, kind])).toEqual([
    [1, "message"],
    [2, "card"],
    [3, "message"],
  ]);
});

test("never sends a card to the customer", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp, "Hello");
  await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "u" }, "Hi");
  await recordEvent(ada, { phone, event: "Secret" });
  await recordEvent(ada, { userId: "u", event: "Secret" });
  const message = { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc2", kind: "message", text: "How can I help?" };
  await session.call("POST", `/chats/${chatId}/messages`, message);
  expect((await transcriptOf(ada.url, ada, { phone })).map(({ text }) => text)).toEqual(["Hello", "How can I help?"]);
  expect((await transcriptOf(ada.url, ada, { visitorId: "v1" })).map(({ text }) => text)).toEqual(["Hi"]);
});

test("stores an event without a card when the chat is closed", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  const { chatId } = await ada.sendMessage(whatsapp);
  await close(session, chatId);
  expect(await recordEvent(ada, { userId: "u" })).toMatchObject({ postedToConversations: 0 });
  expect(await recordEvent(ada, { phone })).toMatchObject({ postedToConversations: 0 });
  expect(await cardsOf(session, chatId)).toEqual([]);
  expect((await ada.api("GET", "/contacts/u")).body["events"]).toHaveLength(2);
});

test("posts cards to a reopened chat again", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await close(session, chatId);
  await session.call("POST", `/chats/${chatId}/status`, { status: "open" });
  expect(await recordEvent(ada, { phone })).toMatchObject({ postedToConversations: 1 });
});

test("posts the card to the open one of two chats of a person", async ({ ada }) => {
  const session = await ada.signIn();
  const first = await ada.sendMessage(whatsapp);
  await close(session, first.chatId);
  const second = await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { phone })).toMatchObject({ postedToConversations: 1 });
  expect(await cardsOf(session, first.chatId)).toEqual([]);
  expect(await cardsOf(session, second.chatId)).toHaveLength(1);
});

test("decides where to post a card when the event arrives, not by when it occurred", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { phone, occurredAt: "2020-01-01T00:00:00Z" })).toMatchObject({ postedToConversations: 1 });
});
