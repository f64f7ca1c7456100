import { expect, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { cardsOf, close, itemsOf, panelOf, phone, put, read, record, transcriptOf, whatsapp } from "./world";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("an empty object creates an empty contact", async ({ ada }) => {
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
  expect(reply.body).toEqual({ contact, linkedChats: 0, created: true });
  expect(await read(ada, "u")).toEqual({ contact, linkedChats: 0, events: [] });
});

test("created is said once", async ({ ada }) => {
  expect((await put(ada, "u", { name: "Ada" })).created).toBe(true);
  expect((await put(ada, "u", { name: "Ada" })).created).toBe(false);
  await record(ada, { userId: "v" });
  expect((await put(ada, "v")).created).toBe(false);
});

test("createdAt stays, and updatedAt goes on", async ({ ada }) => {
  const first = (await put(ada, "u")).contact;
  const second = (await put(ada, "u", { name: "Ada" })).contact;
  expect(second.createdAt).toBe(first.createdAt);
  expect(Date.parse(second.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt));
  expect((await read(ada, "u")).contact).toEqual(second);
});

test("reading or removing an unknown contact is a 404", async ({ ada }) => {
  expect(await ada.api("GET", "/contacts/nobody")).toMatchObject(refusal(404, "customer_not_found", /userId/));
  expect(await ada.api("DELETE", "/contacts/nobody")).toMatchObject(refusal(404, "customer_not_found", /userId/));
});

test("GET shows the latest 20 events, by when they occurred, then by when they were received", async ({ ada }) => {
  const day = (number: number) => `2026-01-${String(number).padStart(2, "0")}T12:00:00.000Z`;
  for (const number of [3, 25, 1, 14, 20, 8, 22, 11, 5, 17, 2, 24, 10, 19, 6, 13, 23, 4, 16, 9, 21, 7, 12, 18, 15]) {
    await record(ada, { userId: "u", event: `Day ${number}`, occurredAt: day(number) });
  }
  await record(ada, { userId: "u", event: "Day 20 again", occurredAt: day(20) });
  await record(ada, { userId: "u", event: "Day 20 once more", occurredAt: "2026-01-20T13:00:00.000+01:00" });
  const { events } = await read(ada, "u");
  const shown = [25, 24, 23, 22, 21, "20 once more", "20 again", ...Array.from({ length: 13 }, (_, index) => 20 - index)];
  expect(events.map(({ event }) => event)).toEqual(shown.map((name) => `Day ${name}`));
});

test("an event in a read has an id, its level, its properties and both times", async ({ ada }) => {
  const properties = { amount: "59.90 EUR", reference: "INV-2041", attempt: 2, final: false };
  const before = Date.now();
  const { id } = await record(ada, { userId: "u", event: "Payment failed", properties, occurredAt: "2026-03-01T12:43:00+02:00" });
  const [event] = (await read(ada, "u")).events;
  const receivedAt = expect.stringMatching(time);
  expect(event).toEqual({ id, event: "Payment failed", level: "problem", properties, occurredAt: "2026-03-01T10:43:00.000Z", receivedAt });
  expect(Date.parse(event?.receivedAt ?? "")).toBeGreaterThanOrEqual(before);
  expect(Date.parse(event?.receivedAt ?? "")).toBeLessThanOrEqual(Date.now());
});

test("linkedChats counts all linked chats, open and closed", async ({ ada }) => {
  const session = await ada.signIn();
  expect(await put(ada, "u", { phone })).toMatchObject({ linkedChats: 0 });
  const first = await ada.says(whatsapp);
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 1 });
  await close(session, first.chatId);
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 1 });
  const second = await ada.says(whatsapp);
  expect(second.chatId).not.toBe(first.chatId);
  await ada.says({ channel: "website", visitorId: "v1", userId: "u" });
  await ada.says({ channel: "website", visitorId: "v2" });
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 3 });
  expect(await put(ada, "u", { name: "Ada" })).toMatchObject({ linkedChats: 3 });
});

test("DELETE says what it removed, and it is done when it answers", async ({ ada }) => {
  await put(ada, "u", { phone });
  await ada.says(whatsapp);
  await ada.says({ channel: "website", visitorId: "v1", userId: "u" });
  for (const event of ["One", "Two", "Three"]) await record(ada, { userId: "u", event });
  const reply = await ada.api("DELETE", "/contacts/u");
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ deleted: true, userId: "u", eventsDeleted: 3, chatsUnlinked: 2 });
  expect(await ada.api("GET", "/contacts/u")).toMatchObject(refusal(404, "customer_not_found"));
  expect(await ada.api("DELETE", "/contacts/u")).toMatchObject(refusal(404, "customer_not_found"));
});

test("after DELETE chats, messages and notes stay, and a card keeps its place but not its content", async ({ server, ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone });
  const { chatId } = await ada.says(whatsapp, "Before");
  await record(ada, { userId: "u", event: "Secret one", properties: { amount: "secret amount" } });
  await session.call("POST", `/chats/${chatId}/messages`, { id: "01a1fd9a-55e7-763b-b92f-f54afdecccc1", kind: "note", text: "A note" });
  await record(ada, { phone, event: "Secret two" });
  await ada.says(whatsapp, "After");
  const before = await itemsOf(session, chatId);
  await ada.api("DELETE", "/contacts/u");

  const after = await session.call("GET", `/chats/${chatId}/items`);
  const expected = before.map((item) => (item.kind === "card" ? { ...item, card: { deleted: true } } : item));
  expect(after.body["items"]).toEqual(expected);
  expect(after.text.toLowerCase()).not.toContain("secret");
  expect(before.map(({ kind }) => kind)).toEqual(["message", "card", "note", "card", "message"]);
  expect((await transcriptOf(server.url, ada, { phone })).map(({ text }) => text)).toEqual(["Before", "After"]);
  const list = await session.call("GET", "/chats");
  expect(list.text.toLowerCase()).not.toContain("secret");
});

test("after DELETE the panel knows neither the contact nor its events", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone, name: "Secret" });
  const { chatId } = await ada.says(whatsapp);
  await record(ada, { userId: "u", event: "Payment failed" });
  await record(ada, { phone, event: "Order placed" });
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

test("after DELETE a later event with that userId makes a new contact", async ({ ada }) => {
  await put(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  await record(ada, { userId: "u", event: "Old" });
  await ada.api("DELETE", "/contacts/u");
  await record(ada, { userId: "u", event: "New" });
  const { contact, events } = await read(ada, "u");
  expect(contact).toMatchObject({ userId: "u", name: null, attributes: {} });
  expect(events.map(({ event }) => event)).toEqual(["New"]);
});

test("DELETE leaves every other contact, and its cards, alone", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone });
  await put(ada, "v", { phone: "447911000002" });
  const { chatId } = await ada.says({ ...whatsapp, phone: "447911000002" });
  await record(ada, { userId: "v", event: "Order placed" });
  await ada.api("DELETE", "/contacts/u");
  expect(await read(ada, "v")).toMatchObject({ linkedChats: 1, events: [{ event: "Order placed" }] });
  expect(await cardsOf(session, chatId)).toMatchObject([{ deleted: false, event: "Order placed" }]);
});
