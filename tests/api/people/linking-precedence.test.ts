import { expect, type Session, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const visitor = { channel: "website", visitorId: "v1" };
const link = (session: Session, chatId: string, userId: string) => session.call("POST", `/chats/${chatId}/link`, { userId });

const typed: [what: string, typed: object, contact: object, matches: string][] = [
  ["e-mail", { email: "ada@example.com" }, { email: "ada@example.com" }, "email"],
  ["e-mail in another case", { email: "ADA@Example.com" }, { email: "Ada@example.COM" }, "email"],
  ["phone", { phone: "+44 7911 000001" }, { phone }, "phone"],
];

for (const [what, fields, contact, matches] of typed) {
  test(`suggests a visitor's typed ${what} without linking, and links when an agent accepts it`, async ({ ada }) => {
    const session = await ada.signIn();
    await putContact(ada, "u", { name: "Ada", ...contact });
    const { chatId } = await ada.sendMessage({ ...visitor, ...fields });
    expect(await panelOf(session, chatId)).toMatchObject({ contact: null, suggestion: { userId: "u", name: "Ada", matches } });
    expect(await recordEvent(ada, { userId: "u" })).toMatchObject({ postedToConversations: 0 });
    expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 0 });

    expect(await link(session, chatId, "u")).toMatchObject({ status: 200, body: { userId: "u" } });
    const panel = await panelOf(session, chatId);
    expect(panel).toMatchObject({ contact: { userId: "u" }, suggestion: null, person: { linkedBy: "agent" } });
    expect(await recordEvent(ada, { userId: "u" })).toMatchObject({ postedToConversations: 1 });
    expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
  });

  test(`does not link by a visitor's typed ${what} when the contact is written afterwards`, async ({ ada }) => {
    const session = await ada.signIn();
    const { chatId } = await ada.sendMessage({ ...visitor, ...fields });
    expect(await putContact(ada, "u", contact)).toMatchObject({ linkedChats: 0 });
    expect(await panelOf(session, chatId)).toMatchObject({ contact: null, suggestion: { userId: "u", matches } });
  });
}

test("does not copy what a visitor typed into the contact or into what the channel verified", async ({ ada }) => {
  const session = await ada.signIn();
  const { contact } = await putContact(ada, "u", { name: "Ada" });
  const { chatId } = await ada.sendMessage({ ...visitor, name: "Eve", email: "eve@example.com", phone, userId: "u" });
  expect((await getContact(ada, "u")).contact).toEqual(contact);
  expect(await panelOf(session, chatId)).toMatchObject({
    contact: { name: "Ada", email: null, phone: null },
    person: { name: "Eve", email: "eve@example.com", phone: null, typedPhone: phone },
  });
});

test("suggests a contact by its changed e-mail, sent alone or with the phone that it has, and no longer by the old one", async ({
  ada,
}) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone, email: "first@example.com" });
  const typing = (email: string) => ada.sendMessage({ ...visitor, email }).then(({ chatId }) => panelOf(session, chatId));
  for (const change of [{ email: "Second@Example.com" }, { email: "Third@Example.com", phone }]) {
    const before = (await getContact(ada, "u")).contact.email ?? "";
    await putContact(ada, "u", change);
    expect(await typing(change.email.toLowerCase())).toMatchObject({ suggestion: { userId: "u", matches: "email" } });
    expect(await typing(before)).toMatchObject({ suggestion: null });
  }
  await putContact(ada, "u", { name: "Ada", phone });
  expect(await typing("third@example.com")).toMatchObject({ suggestion: { userId: "u", matches: "email" } });
});

test("suggests no contact for a linked person or without a match", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { email: "ada@example.com" });
  await putContact(ada, "v");
  const linked = await ada.sendMessage({ ...visitor, email: "ada@example.com", userId: "v" });
  expect(await panelOf(session, linked.chatId)).toMatchObject({ contact: { userId: "v" }, suggestion: null });
  const stranger = await ada.sendMessage({ channel: "website", visitorId: "v2", email: "bea@example.com" });
  expect(await panelOf(session, stranger.chatId)).toMatchObject({ contact: null, suggestion: null });
});

test("accepting a suggestion twice creates one link", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  const { chatId } = await ada.sendMessage(visitor);
  expect(await link(session, chatId, "u")).toMatchObject({ status: 200 });
  expect(await link(session, chatId, "u")).toMatchObject({ status: 200 });
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
});

/** Tries everything that could take a WhatsApp person's chats away from the contact that they are linked to. */
test("never replaces an agent's link", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "agent's");
  await putContact(ada, "another");
  await link(session, chatId, "agent's");
  const stays = async () =>
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "agent's" }, person: { linkedBy: "agent" } });

  await putContact(ada, "another", { phone });
  await stays();
  await recordEvent(ada, { userId: "new", phone });
  await stays();
  await ada.sendMessage({ ...whatsapp, name: "Ada O." });
  await stays();
  expect(await link(session, chatId, "another")).toMatchObject(errorReply(409, "conflict"));
  await stays();
  await putContact(ada, "agent's", { phone: "447911000002" });
  await putContact(ada, "agent's", { phone: null });
  await stays();
  await ada.api("DELETE", "/contacts/another");
  await stays();
  expect(await getContact(ada, "agent's")).toMatchObject({ linkedChats: 1 });
});

test("never replaces a link by a signed userId", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ ...visitor, userId: "signed" });
  await putContact(ada, "another", { phone, email: "eve@example.com" });
  const stays = async () =>
    expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "signed" }, person: { linkedBy: "signed" } });

  await ada.sendMessage({ ...visitor, userId: "another" });
  await stays();
  await ada.sendMessage({ ...visitor, phone, email: "eve@example.com" });
  await stays();
  expect(await link(session, chatId, "another")).toMatchObject(errorReply(409, "conflict"));
  await stays();
});

test("does not replace an agent's link when the website signs a userId", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(visitor);
  await putContact(ada, "agent's");
  await link(session, chatId, "agent's");
  await ada.sendMessage({ ...visitor, userId: "signed" });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "agent's" } });
});

test("replaces a link made by an event when a contact with the phone is written", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "u", { phone: "447911000002" });
  await recordEvent(ada, { userId: "u", phone });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" } });
  expect(await putContact(ada, "holder", { phone })).toMatchObject({ linkedChats: 1 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "holder" } });
});

test("replaces a link made by an event when a later event fills the empty phone of another contact", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "u", { phone: "447911000002" });
  await recordEvent(ada, { userId: "u", phone });
  expect(await recordEvent(ada, { userId: "holder", phone })).toMatchObject({ postedToConversations: 1 });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "holder", phone }, person: { linkedBy: "phone" } });
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 0, events: [{ event: "Order placed" }] });
});

test("links a person again after their contact is deleted", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(visitor);
  await putContact(ada, "u");
  await putContact(ada, "v");
  await link(session, chatId, "u");
  await ada.api("DELETE", "/contacts/u");
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { linkedBy: null } });
  expect(await link(session, chatId, "v")).toMatchObject({ status: 200 });
  expect(await getContact(ada, "v")).toMatchObject({ linkedChats: 1 });
});
