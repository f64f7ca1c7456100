import type { ChatSummary } from "@/lib/chats/contract";
import { expect, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { cardsOf, close, getContact, itemsOf, panelOf, phone, putContact, recordEvent, transcriptOf, whatsapp } from "../helpers";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("creates an empty contact from an empty object", async ({ ada }) => {
  const reply = await ada.api("PUT", "/contacts/u", { body: {} });
  expect(reply.status).toBe(200);
  const contact = {
    userId: "u",
    name: null,
    email: null,
    phone: null,
    attributes: {},
    createdAt: expect.stringMatching(time),
    updatedAt: expect.stringMatching(time),
  };
  expect(reply.body).toEqual({ contact, linkedChats: 0, created: true, changed: [] });
  expect(await getContact(ada, "u")).toEqual({ contact, linkedChats: 0, events: [] });
});

test("returns created: true only for the first write", async ({ ada }) => {
  expect((await putContact(ada, "u", { name: "Ada" })).created).toBe(true);
  expect((await putContact(ada, "u", { name: "Ada" })).created).toBe(false);
  await recordEvent(ada, { userId: "v" });
  expect((await putContact(ada, "v")).created).toBe(false);
});

/** A PUT, and whether the time of the change moved. */
async function changing(team: Team, userId: string, body: object) {
  const before = (await team.api("GET", `/contacts/${userId}`)).body as Partial<Awaited<ReturnType<typeof getContact>>>;
  const { contact, changed } = await putContact(team, userId, body);
  return { changed, isLater: contact.updatedAt !== before.contact?.updatedAt };
}

test("says what a PUT changed, and one that changes nothing leaves the time of the change", async ({ ada, bob }) => {
  await ada.sendMessage(whatsapp);
  const whole = { name: "Ada", email: "ada@example.com", phone, attributes: { plan: "pro", seats: 5, constructor: "x" } };
  const all = ["name", "email", "phone", "attributes.plan", "attributes.seats", "attributes.constructor"];
  expect([...(await changing(ada, "u", whole)).changed].sort()).toEqual([...all].sort());
  for (const same of [
    whole,
    {},
    { phone: "+44 7911 000 001" },
    { attributes: { trial: null } },
    { attributes: [] },
    { name: "Ada", attributes: { seats: 5 } },
  ])
    expect(await changing(ada, "u", same), JSON.stringify(same)).toEqual({ changed: [], isLater: false });
  for (const [body, changed] of [
    [{ name: "Ada", email: "Ada@example.com" }, ["email"]],
    [{ attributes: { plan: "free", seats: 5 } }, ["attributes.plan"]],
    [{ attributes: { seats: "5" } }, ["attributes.seats"]],
    [{ phone: "447911000002", attributes: { plan: null } }, ["phone", "attributes.plan"]],
    [{ phone: null, name: "" }, ["name", "phone"]],
    [{ phone }, ["phone"]],
  ] as const)
    expect(await changing(ada, "u", body), JSON.stringify(body)).toEqual({ changed, isLater: true });
  // Nobody is listed as changed by a sync that brings what is there.
  const since = new Date(Date.parse((await getContact(ada, "u")).contact.updatedAt) + 1).toISOString();
  await putContact(ada, "u", { phone, name: null });
  expect((await ada.api("GET", `/contacts?updatedSince=${since}`)).body["data"]).toEqual([]);
  expect((await changing(bob, "u", { name: "Bob" })).changed).toEqual(["name"]);
});

test("each of many PUTs at once says its own change, and one of two that bring the same", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada" });
  const twice = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5];
  const replies = await Promise.all(twice.map((number) => putContact(ada, "u", { attributes: { [`k${number}`]: number } })));
  expect(replies.flatMap(({ changed }) => changed).sort()).toEqual([
    "attributes.k1",
    "attributes.k2",
    "attributes.k3",
    "attributes.k4",
    "attributes.k5",
  ]);
});

test("keeps createdAt and advances updatedAt", async ({ ada }) => {
  const first = (await putContact(ada, "u")).contact;
  const second = (await putContact(ada, "u", { name: "Ada" })).contact;
  expect(second.createdAt).toBe(first.createdAt);
  expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
  expect((await getContact(ada, "u")).contact).toEqual(second);
});

test("responds with 404 to a GET or DELETE of an unknown contact", async ({ ada }) => {
  expect(await ada.api("GET", "/contacts/nobody")).toMatchObject(errorReply(404, "customer_not_found", /userId/));
  expect(await ada.api("DELETE", "/contacts/nobody")).toMatchObject(errorReply(404, "customer_not_found", /userId/));
});

test("GET returns the latest 20 events, ordered by occurredAt, then by receivedAt", async ({ ada }) => {
  const day = (number: number) => `2026-01-${String(number).padStart(2, "0")}T12:00:00.000Z`;
  for (const number of [3, 25, 1, 14, 20, 8, 22, 11, 5, 17, 2, 24, 10, 19, 6, 13, 23, 4, 16, 9, 21, 7, 12, 18, 15]) {
    await recordEvent(ada, { userId: "u", event: `Day ${number}`, occurredAt: day(number) });
  }
  await recordEvent(ada, { userId: "u", event: "Day 20 again", occurredAt: day(20) });
  await recordEvent(ada, { userId: "u", event: "Day 20 once more", occurredAt: "2026-01-20T13:00:00.000+01:00" });
  const { events } = await getContact(ada, "u");
  const shown = [25, 24, 23, 22, 21, "20 once more", "20 again", ...Array.from({ length: 13 }, (_, index) => 20 - index)];
  expect(events.map(({ event }) => event)).toEqual(shown.map((name) => `Day ${name}`));
});

test("GET returns an event with its id, level, properties and both times", async ({ ada }) => {
  const properties = { amount: "59.90 EUR", reference: "INV-2041", attempt: 2, final: false };
  const before = Date.now();
  const { id } = await recordEvent(ada, { userId: "u", event: "Payment failed", properties, occurredAt: "2026-03-01T12:43:00+02:00" });
  const [event] = (await getContact(ada, "u")).events;
  const receivedAt = expect.stringMatching(time);
  const occurredAt = "2026-03-01T10:43:00.000Z";
  const open = { closedAt: null, closedBy: null };
  expect(event).toEqual({ id, event: "Payment failed", level: "problem", properties, occurredAt, receivedAt, ...open });
  expect(Date.parse(event?.receivedAt ?? "")).toBeGreaterThanOrEqual(before);
  expect(Date.parse(event?.receivedAt ?? "")).toBeLessThanOrEqual(Date.now());
});

test("linkedChats counts all linked chats, open and closed", async ({ ada }) => {
  const session = await ada.signIn();
  expect(await putContact(ada, "u", { phone })).toMatchObject({ linkedChats: 0 });
  const first = await ada.sendMessage(whatsapp);
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
  await close(session, first.chatId);
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
  const second = await ada.sendMessage(whatsapp);
  expect(second.chatId).not.toBe(first.chatId);
  await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "u" });
  await ada.sendMessage({ channel: "website", visitorId: "v2" });
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 3 });
  expect(await putContact(ada, "u", { name: "Ada" })).toMatchObject({ linkedChats: 3 });
});

test("DELETE returns what it removed and is complete when it responds", async ({ ada }) => {
  await putContact(ada, "u", { phone });
  await ada.sendMessage(whatsapp);
  await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "u" });
  for (const event of ["One", "Two", "Three"]) await recordEvent(ada, { userId: "u", event });
  const reply = await ada.api("DELETE", "/contacts/u");
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ deleted: true, userId: "u", eventsDeleted: 3, chatsUnlinked: 2 });
  expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await ada.api("DELETE", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
});

test("DELETE keeps chats, messages, notes and a card's position, but not the card's content", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  const { chatId } = await ada.sendMessage(whatsapp, "Before");
  await recordEvent(ada, { userId: "u", event: "Secret one", properties: { amount: "secret amount" } });
  await session.call("POST", `/chats/${chatId}/messages`, { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc1", kind: "note", text: "A note" });
  await recordEvent(ada, { phone, event: "Secret two" });
  await ada.sendMessage(whatsapp, "After");
  const before = await itemsOf(session, chatId);
  await ada.api("DELETE", "/contacts/u");

  const after = await session.call("GET", `/chats/${chatId}/items`);
  const expected = before.map((item) => (item.kind === "card" ? { ...item, card: { deleted: true } } : item));
  expect(after.body["items"]).toEqual(expected);
  expect(after.text.toLowerCase()).not.toContain("secret");
  expect(before.map(({ kind }) => kind)).toEqual(["message", "card", "note", "card", "message"]);
  expect((await transcriptOf(ada.url, ada, { phone })).map(({ text }) => text)).toEqual(["Before", "After"]);
  const list = await session.call("GET", "/chats");
  expect(list.text.toLowerCase()).not.toContain("secret");
});

test("DELETE removes the contact and its events from the panel", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone, name: "Secret" });
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { userId: "u", event: "Payment failed" });
  await recordEvent(ada, { phone, event: "Order placed" });
  await ada.api("DELETE", "/contacts/u");
  expect(await panelOf(session, chatId)).toMatchObject({
    person: { linkedBy: null, phone },
    contact: null,
    suggestion: null,
    problems: [],
    problemsCount: 0,
    events: [],
  });
});

test("an event after DELETE with the same userId creates a new contact", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  await recordEvent(ada, { userId: "u", event: "Old" });
  await ada.api("DELETE", "/contacts/u");
  await recordEvent(ada, { userId: "u", event: "New" });
  const { contact, events } = await getContact(ada, "u");
  expect(contact).toMatchObject({ userId: "u", name: null, attributes: {} });
  expect(events.map(({ event }) => event)).toEqual(["New"]);
});

test("DELETE ends the open problems of its contact, and leaves those of the contact before, with their cards", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "v", { phone });
  for (const event of ["First failed", "Second failed"]) await recordEvent(ada, { userId: "v", event });
  // The person has another contact now; the cards of the one before stay in the chat.
  await putContact(ada, "v", { phone: null });
  await putContact(ada, "u", { phone });
  await recordEvent(ada, { userId: "u", event: "Third failed" });
  expect((await cardsOf(session, chatId)).flatMap((card) => ("event" in card ? [card.event] : []))).toEqual([
    "First failed",
    "Second failed",
    "Third failed",
  ]);
  const openProblems = async () => ((await session.call("GET", "/chats")).body["items"] as ChatSummary[])[0]?.openProblems;
  expect(await openProblems()).toBe(1);
  await ada.api("DELETE", "/contacts/u");
  expect(await openProblems()).toBe(0);
  expect((await getContact(ada, "v")).events.map(({ event }) => event)).toEqual(["Second failed", "First failed"]);
  expect((await cardsOf(session, chatId)).map((card) => card.deleted)).toEqual([false, false, true]);
});

test("DELETE does not affect other contacts and their cards", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  await putContact(ada, "v", { phone: "447911000002" });
  const { chatId } = await ada.sendMessage({ ...whatsapp, phone: "447911000002" });
  await recordEvent(ada, { userId: "v", event: "Order placed" });
  await ada.api("DELETE", "/contacts/u");
  expect(await getContact(ada, "v")).toMatchObject({ linkedChats: 1, events: [{ event: "Order placed" }] });
  expect(await cardsOf(session, chatId)).toMatchObject([{ deleted: false, event: "Order placed" }]);
});
