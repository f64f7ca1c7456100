import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { cardsOf, getContact, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const other = "447911000002";
const inPanel = ({ problems, events }: { problems: { event: string }[]; events: { event: string }[] }) =>
  [...problems, ...events].map(({ event }) => event);

test("userId only: creates a contact with the event and links no chat", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { userId: "u" })).toMatchObject({ postedToConversations: 0 });
  expect(await getContact(ada, "u")).toMatchObject({
    contact: { userId: "u", name: null, email: null, phone: null, attributes: {} },
    linkedChats: 0,
    events: [{ event: "Order placed" }],
  });
});

test("userId only: stores an event before the person's first chat and shows it in the panel afterwards", async ({ ada }) => {
  const session = await ada.signIn();
  await recordEvent(ada, { userId: "u", event: "Payment failed" });
  await putContact(ada, "u", { phone });
  const { chatId } = await ada.sendMessage(whatsapp);
  const panel = await panelOf(session, chatId);
  expect(panel).toMatchObject({ contact: { userId: "u" }, problems: [{ event: "Payment failed" }], problemsCount: 1 });
  expect(await cardsOf(session, chatId)).toMatchObject([{ digest: [{ event: "Payment failed" }] }]);
});

test("userId and phone: gives a new contact the phone and links the phone's chats", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { userId: "u", phone: "+44 7911 000001" })).toMatchObject({ postedToConversations: 1 });
  expect(await getContact(ada, "u")).toMatchObject({ contact: { phone }, linkedChats: 1, events: [{ event: "Order placed" }] });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" } });
});

test("userId and phone: adds the phone to a contact without one and keeps the other fields", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 1 });
  expect(await getContact(ada, "u")).toMatchObject({ contact: { name: "Ada", phone, attributes: { plan: "pro" } }, linkedChats: 1 });
});

test("userId and phone: stores the event for a later chat when the phone has none", async ({ ada }) => {
  const session = await ada.signIn();
  expect(await recordEvent(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, events: [{ event: "Order placed" }] });
  expect(await recordEvent(ada, { userId: "u" })).toMatchObject({ postedToConversations: 1 });
});

test("userId and phone: keeps a different phone of the contact and links the unlinked chats of the phone that was sent", async ({
  ada,
}) => {
  await putContact(ada, "u", { phone: other });
  await ada.sendMessage(whatsapp);
  await ada.sendMessage({ ...whatsapp, phone: other });
  expect(await recordEvent(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 2 });
  expect(await getContact(ada, "u")).toMatchObject({ contact: { phone: other }, linkedChats: 2 });
});

test("userId and phone: does not take over another contact's phone or chats", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone });
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  expect(await getContact(ada, "u")).toMatchObject({ contact: { phone: null }, linkedChats: 0, events: [{ event: "Order placed" }] });
  expect(await getContact(ada, "holder")).toMatchObject({ contact: { phone }, linkedChats: 1, events: [] });
  expect(await cardsOf(session, chatId)).toEqual([]);
});

test("userId and phone: does not add another contact's phone to a contact without one", async ({ ada }) => {
  await putContact(ada, "holder", { phone });
  await putContact(ada, "u");
  await recordEvent(ada, { userId: "u", phone });
  expect((await getContact(ada, "u")).contact.phone).toBeNull();
});

test("phone only: stores the event on a person who has chatted with the phone and creates no contact", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(await recordEvent(ada, { phone })).toMatchObject({ postedToConversations: 1 });
  const panel = await panelOf(session, chatId);
  expect(panel.contact).toBeNull();
  expect(inPanel(panel)).toEqual(["Order placed"]);
});

test("phone only: also stores the event on the contact that the person is linked to", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone });
  const { chatId } = await ada.sendMessage(whatsapp);
  await recordEvent(ada, { phone });
  expect((await getContact(ada, "u")).events).toMatchObject([{ event: "Order placed" }]);
  expect(inPanel(await panelOf(session, chatId))).toEqual(["Order placed"]);
});

test("phone only: rejects an event for a phone without a chat, says what to send and stores nothing", async ({ ada }) => {
  const session = await ada.signIn();
  const message = /Send a userId as well/;
  expect(await ada.api("POST", "/events", { body: { event: "Lost", phone } })).toMatchObject(
    errorReply(404, "customer_not_found", message),
  );
  const { chatId } = await ada.sendMessage(whatsapp);
  expect(inPanel(await panelOf(session, chatId))).toEqual([]);
  expect(await cardsOf(session, chatId)).toEqual([]);
});

test("phone only: rejects an event for a phone that only a contact has and stores nothing", async ({ ada }) => {
  await putContact(ada, "u", { phone });
  expect(await ada.api("POST", "/events", { body: { event: "Lost", phone } })).toMatchObject(errorReply(404, "customer_not_found"));
  expect((await getContact(ada, "u")).events).toEqual([]);
  await ada.sendMessage(whatsapp);
  expect((await getContact(ada, "u")).events).toEqual([]);
});

test("phone only: rejects an event for a phone that a visitor only typed", async ({ ada }) => {
  await ada.sendMessage({ channel: "website", visitorId: "v1", phone });
  expect(await ada.api("POST", "/events", { body: { event: "Lost", phone } })).toMatchObject(errorReply(404, "customer_not_found"));
});

test("never shows an event in the chat of a person who is linked to another contact", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: other });
  await putContact(ada, "linked");
  const { chatId } = await ada.sendMessage(whatsapp);
  await session.call("POST", `/chats/${chatId}/link`, { userId: "linked" });
  expect(await recordEvent(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  expect(await recordEvent(ada, { userId: "new", phone })).toMatchObject({ postedToConversations: 0 });
  expect(await cardsOf(session, chatId)).toEqual([]);
  expect(inPanel(await panelOf(session, chatId))).toEqual([]);
  expect(await getContact(ada, "linked")).toMatchObject({ linkedChats: 1, events: [] });
});
