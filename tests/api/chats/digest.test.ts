import { expect, test } from "../../support/fixtures";
import { cardsOf, close, getContact, itemsOf, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const hour = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const failed = { event: "Payment failed" };

test("begins a chat with the problems of the last 24 hours, newest first, and then the message", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await recordEvent(ada, { userId: "u", event: "Card declined", occurredAt: ago(3 * hour), properties: { amount: "1.00 EUR" } });
  await recordEvent(ada, { userId: "u", event: "Order placed" });
  await recordEvent(ada, { userId: "u", ...failed, occurredAt: ago(2 * hour) });
  await recordEvent(ada, { userId: "u", ...failed, occurredAt: ago(25 * hour) });
  const { chatId, seq } = await ada.sendMessage(whatsapp, "Help");
  expect(seq).toBe(2);
  expect(await itemsOf(session, chatId)).toMatchObject([
    {
      kind: "card",
      card: {
        deleted: false,
        digest: [failed, { event: "Card declined", properties: { amount: "1.00 EUR" }, occurredAt: expect.any(String) }],
      },
    },
    { kind: "message", text: "Help" },
  ]);
});

test("counts an open problem of a chat that begins, also after it was read", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await recordEvent(ada, { userId: "u", ...failed });
  const { chatId } = await ada.sendMessage(whatsapp);
  expect((await session.call("GET", "/chats?view=problems")).body).toMatchObject({
    items: [{ id: chatId, openProblems: 1 }],
    counts: { problems: 1 },
  });
  await session.call("POST", `/chats/${chatId}/read`, { seq: 2 });
  expect((await session.call("GET", "/chats?view=problems")).body).toMatchObject({
    items: [{ openProblems: 1 }],
    counts: { problems: 1 },
  });
});

test("shows ten problems at most", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  for (let at = 1; at <= 12; at += 1) await recordEvent(ada, { userId: "u", event: `Payment ${at} failed`, occurredAt: ago(at * 1_000) });
  const { chatId } = await ada.sendMessage(whatsapp);
  const [card] = await cardsOf(session, chatId);
  const names = card && "digest" in card ? card.digest.map(({ event }) => event) : [];
  expect(names).toEqual(Array.from({ length: 10 }, (_, at) => `Payment ${at + 1} failed`));
});

test("begins the next chat of somebody without a contact with their own problems", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { phone, ...failed });
  await close(session, chatId);
  const next = await ada.sendMessage(whatsapp);
  expect(next.chatId).not.toBe(chatId);
  expect(await cardsOf(session, next.chatId)).toMatchObject([{ digest: [failed] }]);
});

test("adds no digest without a problem, to a chat that is open, and for another person's problem", async ({ ada, bob }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await putContact(bob, "u", { phone });
  await recordEvent(ada, { userId: "u", event: "Order placed" });
  await recordEvent(ada, { userId: "other", ...failed });
  await recordEvent(bob, { userId: "u", ...failed });
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { userId: "u", ...failed });
  await ada.sendMessage(whatsapp, "Again");
  expect((await itemsOf(session, chatId)).map(({ kind }) => kind)).toEqual(["message", "card", "message"]);
  expect(await cardsOf(session, chatId)).toMatchObject([{ ...failed, level: "problem" }]);
});

test("counts no digest among the cards of an event, and keeps the events with the contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  expect(await recordEvent(ada, { userId: "u", ...failed })).toMatchObject({ postedToConversations: 0 });
  const { chatId } = await ada.sendMessage(whatsapp);
  expect((await getContact(ada, "u")).events).toHaveLength(1);
  expect(await panelOf(session, chatId)).toMatchObject({ problemsCount: 1 });
});

test("shows nothing of a deleted contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await recordEvent(ada, { userId: "u", event: "Xylophone failed" });
  const { chatId } = await ada.sendMessage(whatsapp);
  await ada.api("DELETE", "/contacts/u");
  const items = await session.call("GET", `/chats/${chatId}/items`);
  expect(items.body["items"]).toMatchObject([{ kind: "card", card: { deleted: true } }, { kind: "message" }]);
  expect(items.text).not.toContain("Xylophone");
  expect((await session.call("GET", "/chats?view=problems")).body).toMatchObject({ items: [], counts: { problems: 0 } });
});
