import { expect, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { panelOf, phone, put, read, record, whatsapp } from "./world";

const other = "447911000002";

test("a chat that begins is linked to the contact that has the phone", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone: "+44 7911 000001" });
  const { chatId } = await ada.says(whatsapp);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "phone" } });
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 1 });
});

test("a contact whose phone is written is linked to the chats that there are, and its answer counts them", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  expect(await put(ada, "u", { phone: "(44) 7911-000001" })).toMatchObject({ linkedChats: 1, created: true });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "phone" } });
});

test("a contact gets its phone later: its chats are linked then", async ({ ada }) => {
  await put(ada, "u", { name: "Ada" });
  await ada.says(whatsapp);
  expect(await put(ada, "u", { phone })).toMatchObject({ linkedChats: 1, created: false });
});

test("another phone is nobody's reason to link", async ({ ada }) => {
  await ada.says({ ...whatsapp, phone: other });
  expect(await put(ada, "u", { phone })).toMatchObject({ linkedChats: 0 });
  await ada.says({ ...whatsapp, phone: `${phone}1` });
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 0 });
});

test("a link is within a workspace", async ({ ada, bob }) => {
  await ada.says(whatsapp);
  expect(await put(bob, "u", { phone })).toMatchObject({ linkedChats: 0 });
});

test("when a contact's phone changes, its chats are those of the new phone", async ({ ada }) => {
  const session = await ada.signIn();
  const first = await ada.says(whatsapp);
  const second = await ada.says({ ...whatsapp, phone: other });
  await put(ada, "u", { phone });
  await record(ada, { userId: "u", event: "Its own" });
  expect(await put(ada, "u", { phone: other })).toMatchObject({ linkedChats: 1 });
  expect(await panelOf(session, first.chatId)).toMatchObject({ contact: null, person: { linkedBy: null }, events: [] });
  expect(await panelOf(session, second.chatId)).toMatchObject({ contact: { userId: "u" }, events: [{ event: "Its own" }] });
});

test("when a contact's phone is cleared, its chats are nobody's", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  await put(ada, "u", { phone });
  expect(await put(ada, "u", { phone: null })).toMatchObject({ linkedChats: 0 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
});

test("writing the same phone again changes no link", async ({ ada }) => {
  await ada.says(whatsapp);
  await put(ada, "first", { phone });
  await put(ada, "second", { phone });
  expect(await put(ada, "first", { phone, name: "Ada" })).toMatchObject({ linkedChats: 1 });
  expect(await put(ada, "second", { phone: `+${phone}` })).toMatchObject({ linkedChats: 0 });
});

for (const order of ["before", "between", "after"] as const) {
  test(`of two contacts with a phone the one that had it first keeps the chats: a chat ${order} them`, async ({ ada }) => {
    const session = await ada.signIn();
    const begin = () => ada.says(whatsapp);
    const early = order === "before" ? await begin() : undefined;
    await put(ada, "second");
    await put(ada, "first", { phone });
    const middle = order === "between" ? await begin() : undefined;
    expect(await put(ada, "second", { phone })).toMatchObject({ contact: { phone }, linkedChats: 0 });
    const { chatId } = early ?? middle ?? (await begin());
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "first" } });
    expect(await record(ada, { userId: "second", phone })).toMatchObject({ postedToConversations: 0 });
    expect(await record(ada, { userId: "first" })).toMatchObject({ postedToConversations: 1 });
  });
}

for (const [what, body] of [
  ["clears it", { phone: null }],
  ["changes it", { phone: other }],
] as const) {
  test(`when the first of two contacts with a phone ${what}, the other one gets the chats`, async ({ ada }) => {
    await ada.says(whatsapp);
    await put(ada, "first", { phone });
    await put(ada, "second", { phone });
    expect(await put(ada, "first", body)).toMatchObject({ linkedChats: 0 });
    expect(await read(ada, "second")).toMatchObject({ linkedChats: 1 });
    expect(await put(ada, "first", { phone })).toMatchObject({ linkedChats: 0 });
    expect(await read(ada, "second")).toMatchObject({ linkedChats: 1 });
  });
}

test("when the first of two contacts with a phone is deleted, the other one gets the chats", async ({ ada }) => {
  await ada.says(whatsapp);
  await put(ada, "first", { phone });
  await put(ada, "second", { phone });
  expect(await ada.api("DELETE", "/contacts/first")).toMatchObject({ body: { chatsUnlinked: 1 } });
  expect(await read(ada, "second")).toMatchObject({ linkedChats: 1 });
});

test("events kept on a person move to the contact with the link, and keep their order", async ({ ada }) => {
  await ada.says(whatsapp);
  await record(ada, { phone, event: "First", occurredAt: "2026-01-01T00:00:00Z" });
  await record(ada, { phone, event: "Third", occurredAt: "2026-01-03T00:00:00Z" });
  await record(ada, { userId: "u", event: "Second", occurredAt: "2026-01-02T00:00:00Z" });
  expect((await read(ada, "u")).events).toHaveLength(1);
  await put(ada, "u", { phone });
  expect((await read(ada, "u")).events.map(({ event }) => event)).toEqual(["Third", "Second", "First"]);
  expect(await ada.api("DELETE", "/contacts/u")).toMatchObject({ body: { eventsDeleted: 3 } });
});

test("events kept on a person move with a link that an event makes", async ({ ada }) => {
  await ada.says(whatsapp);
  await record(ada, { phone, event: "Kept" });
  await record(ada, { userId: "u", phone, event: "Linking" });
  expect((await read(ada, "u")).events.map(({ event }) => event)).toEqual(["Linking", "Kept"]);
});

test("events kept on a person move with a link that an agent makes", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  await record(ada, { phone, event: "Kept" });
  await put(ada, "u", { email: "ada@example.com" });
  await session.call("POST", `/chats/${chatId}/link`, { userId: "u" });
  expect((await read(ada, "u")).events.map(({ event }) => event)).toEqual(["Kept"]);
});

test("a website that names its visitor with a signed userId links the chat, whether the contact came first or comes later", async ({
  ada,
}) => {
  const session = await ada.signIn();
  await put(ada, "known", { name: "Ada" });
  const known = await ada.says({ channel: "website", visitorId: "v1", userId: "known" });
  expect(await panelOf(session, known.chatId)).toMatchObject({ contact: { userId: "known", name: "Ada" }, person: { linkedBy: "signed" } });
  const later = await ada.says({ channel: "website", visitorId: "v2", userId: "later" });
  expect(await put(ada, "later", { name: "Bea" })).toMatchObject({ linkedChats: 1 });
  expect(await panelOf(session, later.chatId)).toMatchObject({ contact: { userId: "later", name: "Bea" } });
});

test("a visitor who signs in during a chat is linked from then on", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u");
  const { chatId } = await ada.says({ channel: "website", visitorId: "v1" });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
  expect(await ada.says({ channel: "website", visitorId: "v1", userId: "u" })).toMatchObject({ chatId });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" } });
});

test("linking to an unknown contact, or in an unknown chat, is refused", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  expect(await session.call("POST", `/chats/${chatId}/link`, { userId: "nobody" })).toMatchObject(refusal(404, "customer_not_found"));
  await put(ada, "u");
  const elsewhere = "01a1fd9a-55e7-763b-b92f-f54afdecccc5";
  expect(await session.call("POST", `/chats/${elsewhere}/link`, { userId: "u" })).toMatchObject(refusal(404, "not_found"));
});
