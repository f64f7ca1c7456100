import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const other = "447911000002";

test("links a new chat to the contact that has the phone", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: "+44 7911 000001" });
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "phone" } });
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
});

test("links existing chats when a contact with their phone is written, and returns their count", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await putContact(ada, "u", { phone: "(44) 7911-000001" })).toMatchObject({ linkedChats: 1, created: true });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "phone" } });
});

test("links chats when a contact gets its phone later", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada" });
  await ada.sendMessage(whatsapp);
  expect(await putContact(ada, "u", { phone })).toMatchObject({ linkedChats: 1, created: false });
});

test("does not link by a different phone", async ({ ada }) => {
  await ada.sendMessage({ ...whatsapp, phone: other });
  expect(await putContact(ada, "u", { phone })).toMatchObject({ linkedChats: 0 });
  await ada.sendMessage({ ...whatsapp, phone: `${phone}1` });
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 0 });
});

test("links only within a workspace", async ({ ada, bob }) => {
  await ada.sendMessage(whatsapp);
  expect(await putContact(bob, "u", { phone })).toMatchObject({ linkedChats: 0 });
});

test("moves a contact's link to the chats of its new phone", async ({ ada }) => {
  const session = await ada.signIn();
  const first = await ada.sendMessage(whatsapp);
  const second = await ada.sendMessage({ ...whatsapp, phone: other });
  await putContact(ada, "u", { phone });
  await recordEvent(ada, { userId: "u", event: "Its own" });
  expect(await putContact(ada, "u", { phone: other })).toMatchObject({ linkedChats: 1 });
  expect(await panelOf(session, first.chatId)).toMatchObject({ contact: null, person: { linkedBy: null }, events: [] });
  expect(await panelOf(session, second.chatId)).toMatchObject({ contact: { userId: "u" }, events: [{ event: "Its own" }] });
});

test("unlinks a contact's chats when its phone is cleared", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "u", { phone });
  expect(await putContact(ada, "u", { phone: null })).toMatchObject({ linkedChats: 0 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
});

test("keeps the links when the same phone is written again", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  await putContact(ada, "first", { phone });
  await putContact(ada, "second", { phone });
  expect(await putContact(ada, "first", { phone, name: "Ada" })).toMatchObject({ linkedChats: 1 });
  expect(await putContact(ada, "second", { phone: `+${phone}` })).toMatchObject({ linkedChats: 0 });
});

for (const order of ["before", "between", "after"] as const) {
  test(`links the chats to the first of two contacts with a phone when the chat begins ${order} them`, async ({ ada }) => {
    const session = await ada.signIn();
    const begin = () => ada.sendMessage(whatsapp);
    const early = order === "before" ? await begin() : undefined;
    await putContact(ada, "second");
    await putContact(ada, "first", { phone });
    const middle = order === "between" ? await begin() : undefined;
    expect(await putContact(ada, "second", { phone })).toMatchObject({ contact: { phone }, linkedChats: 0 });
    const { chatId } = early ?? middle ?? (await begin());
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "first" } });
    expect(await recordEvent(ada, { userId: "second", phone })).toMatchObject({ postedToConversations: 0 });
    expect(await recordEvent(ada, { userId: "first" })).toMatchObject({ postedToConversations: 1 });
  });
}

for (const [what, body] of [
  ["clears it", { phone: null }],
  ["changes it", { phone: other }],
] as const) {
  test(`links the chats to the second of two contacts with a phone when the first ${what}`, async ({ ada }) => {
    await ada.sendMessage(whatsapp);
    await putContact(ada, "first", { phone });
    await putContact(ada, "second", { phone });
    expect(await putContact(ada, "first", body)).toMatchObject({ linkedChats: 0 });
    expect(await getContact(ada, "second")).toMatchObject({ linkedChats: 1 });
    expect(await putContact(ada, "first", { phone })).toMatchObject({ linkedChats: 0 });
    expect(await getContact(ada, "second")).toMatchObject({ linkedChats: 1 });
  });
}

test("links the chats to the second of two contacts with a phone when the first is deleted", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  await putContact(ada, "first", { phone });
  await putContact(ada, "second", { phone });
  expect(await ada.api("DELETE", "/contacts/first")).toMatchObject({ body: { chatsUnlinked: 1 } });
  expect(await getContact(ada, "second")).toMatchObject({ linkedChats: 1 });
});

test("moves a person's events to the contact when they are linked, in order", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  await recordEvent(ada, { phone, event: "First", occurredAt: "2026-01-01T00:00:00Z" });
  await recordEvent(ada, { phone, event: "Third", occurredAt: "2026-01-03T00:00:00Z" });
  await recordEvent(ada, { userId: "u", event: "Second", occurredAt: "2026-01-02T00:00:00Z" });
  expect((await getContact(ada, "u")).events).toHaveLength(1);
  await putContact(ada, "u", { phone });
  expect((await getContact(ada, "u")).events.map(({ event }) => event)).toEqual(["Third", "Second", "First"]);
  expect(await ada.api("DELETE", "/contacts/u")).toMatchObject({ body: { eventsDeleted: 3 } });
});

test("moves a person's events when an event links them", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  await recordEvent(ada, { phone, event: "Kept" });
  await recordEvent(ada, { userId: "u", phone, event: "Linking" });
  expect((await getContact(ada, "u")).events.map(({ event }) => event)).toEqual(["Linking", "Kept"]);
});

test("moves a person's events when an agent links them", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { phone, event: "Kept" });
  await putContact(ada, "u", { email: "ada@example.com" });
  await session.call("POST", `/chats/${chatId}/link`, { userId: "u" });
  expect((await getContact(ada, "u")).events.map(({ event }) => event)).toEqual(["Kept"]);
});

test("links a website's chat by a signed userId, whether the contact is created before or after", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "known", { name: "Ada" });
  const known = await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "known" });
  expect(await panelOf(session, known.chatId)).toMatchObject({ contact: { userId: "known", name: "Ada" }, person: { linkedBy: "signed" } });
  const later = await ada.sendMessage({ channel: "website", visitorId: "v2", userId: "later" });
  expect(await putContact(ada, "later", { name: "Bea" })).toMatchObject({ linkedChats: 1 });
  expect(await panelOf(session, later.chatId)).toMatchObject({ contact: { userId: "later", name: "Bea" } });
});

test("links a visitor who signs in during a chat from then on", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1" });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
  expect(await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "u" })).toMatchObject({ chatId });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" } });
});

test("rejects linking to an unknown contact or in an unknown chat", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await session.call("POST", `/chats/${chatId}/link`, { userId: "nobody" })).toMatchObject(errorReply(404, "customer_not_found"));
  await putContact(ada, "u");
  const elsewhere = "01a1fd9a-55e7-763b-b92f-f54afdecccc5";
  expect(await session.call("POST", `/chats/${elsewhere}/link`, { userId: "u" })).toMatchObject(errorReply(404, "not_found"));
});
