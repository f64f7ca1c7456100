import { expect, type Session, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { panelOf, phone, put, read, record, whatsapp } from "./world";

const visitor = { channel: "website", visitorId: "v1" };
const link = (session: Session, chatId: string, userId: string) => session.call("POST", `/chats/${chatId}/link`, { userId });

const typed: [what: string, typed: object, contact: object, matches: string][] = [
  ["e-mail", { email: "ada@example.com" }, { email: "ada@example.com" }, "email"],
  ["e-mail in another case", { email: "ADA@Example.com" }, { email: "Ada@example.COM" }, "email"],
  ["phone", { phone: "+44 7911 000001" }, { phone }, "phone"],
];

for (const [what, said, contact, matches] of typed) {
  test(`a visitor's typed ${what} never links, is suggested, and links when an agent accepts it`, async ({ ada }) => {
    const session = await ada.signIn();
    await put(ada, "u", { name: "Ada", ...contact });
    const { chatId } = await ada.says({ ...visitor, ...said });
    expect(await panelOf(session, chatId)).toMatchObject({ contact: null, suggestion: { userId: "u", name: "Ada", matches } });
    expect(await record(ada, { userId: "u" })).toMatchObject({ postedToConversations: 0 });
    expect(await read(ada, "u")).toMatchObject({ linkedChats: 0 });

    expect(await link(session, chatId, "u")).toMatchObject({ status: 200, body: { userId: "u" } });
    const panel = await panelOf(session, chatId);
    expect(panel).toMatchObject({ contact: { userId: "u" }, suggestion: null, person: { linkedBy: "agent" } });
    expect(await record(ada, { userId: "u" })).toMatchObject({ postedToConversations: 1 });
    expect(await read(ada, "u")).toMatchObject({ linkedChats: 1 });
  });

  test(`a visitor's typed ${what} does not link when the contact is written afterwards`, async ({ ada }) => {
    const session = await ada.signIn();
    const { chatId } = await ada.says({ ...visitor, ...said });
    expect(await put(ada, "u", contact)).toMatchObject({ linkedChats: 0 });
    expect(await panelOf(session, chatId)).toMatchObject({ contact: null, suggestion: { userId: "u", matches } });
  });
}

test("what a visitor typed is not written into the contact, nor into what the channel verified", async ({ ada }) => {
  const session = await ada.signIn();
  const { contact } = await put(ada, "u", { name: "Ada" });
  const { chatId } = await ada.says({ ...visitor, name: "Eve", email: "eve@example.com", phone, userId: "u" });
  expect((await read(ada, "u")).contact).toEqual(contact);
  expect(await panelOf(session, chatId)).toMatchObject({
    contact: { name: "Ada", email: null, phone: null },
    person: { name: "Eve", email: "eve@example.com", phone: null, typedPhone: phone },
  });
});

test("nobody is suggested to a person who is linked, nor without a match", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { email: "ada@example.com" });
  await put(ada, "v");
  const linked = await ada.says({ ...visitor, email: "ada@example.com", userId: "v" });
  expect(await panelOf(session, linked.chatId)).toMatchObject({ contact: { userId: "v" }, suggestion: null });
  const stranger = await ada.says({ channel: "website", visitorId: "v2", email: "bea@example.com" });
  expect(await panelOf(session, stranger.chatId)).toMatchObject({ contact: null, suggestion: null });
});

test("accepting twice is one link", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u");
  const { chatId } = await ada.says(visitor);
  expect(await link(session, chatId, "u")).toMatchObject({ status: 200 });
  expect(await link(session, chatId, "u")).toMatchObject({ status: 200 });
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 1 });
});

/** Everything that could take a WhatsApp person's chats away from the contact that they are linked to. */
test("a link by an agent is never replaced", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  await put(ada, "agent's");
  await put(ada, "another");
  await link(session, chatId, "agent's");
  const stays = async () =>
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "agent's" }, person: { linkedBy: "agent" } });

  await put(ada, "another", { phone });
  await stays();
  await record(ada, { userId: "new", phone });
  await stays();
  await ada.says({ ...whatsapp, name: "Ada O." });
  await stays();
  expect(await link(session, chatId, "another")).toMatchObject(refusal(409, "conflict"));
  await stays();
  await put(ada, "agent's", { phone: "447911000002" });
  await put(ada, "agent's", { phone: null });
  await stays();
  await ada.api("DELETE", "/contacts/another");
  await stays();
  expect(await read(ada, "agent's")).toMatchObject({ linkedChats: 1 });
});

test("a link by a signed userId is never replaced", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says({ ...visitor, userId: "signed" });
  await put(ada, "another", { phone, email: "eve@example.com" });
  const stays = async () =>
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "signed" }, person: { linkedBy: "signed" } });

  await ada.says({ ...visitor, userId: "another" });
  await stays();
  await ada.says({ ...visitor, phone, email: "eve@example.com" });
  await stays();
  expect(await link(session, chatId, "another")).toMatchObject(refusal(409, "conflict"));
  await stays();
});

test("a website's signature does not replace an agent's link", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(visitor);
  await put(ada, "agent's");
  await link(session, chatId, "agent's");
  await ada.says({ ...visitor, userId: "signed" });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "agent's" } });
});

test("a link that an event made gives way to the contact that has the phone", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  await put(ada, "u", { phone: "447911000002" });
  await record(ada, { userId: "u", phone });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" } });
  expect(await put(ada, "holder", { phone })).toMatchObject({ linkedChats: 1 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "holder" } });
});

test("a link that an event made gives way to the contact whose empty phone a later event fills", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  await put(ada, "u", { phone: "447911000002" });
  await record(ada, { userId: "u", phone });
  expect(await record(ada, { userId: "holder", phone })).toMatchObject({ postedToConversations: 1 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "holder", phone }, person: { linkedBy: "phone" } });
  expect(await read(ada, "u")).toMatchObject({ linkedChats: 0, events: [{ event: "Order placed" }] });
});

test("after its contact is deleted a person can be linked anew", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(visitor);
  await put(ada, "u");
  await put(ada, "v");
  await link(session, chatId, "u");
  await ada.api("DELETE", "/contacts/u");
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { linkedBy: null } });
  expect(await link(session, chatId, "v")).toMatchObject({ status: 200 });
  expect(await read(ada, "v")).toMatchObject({ linkedChats: 1 });
});
