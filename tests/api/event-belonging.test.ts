import { expect, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { cardsOf, panelOf, phone, put, read, record, whatsapp } from "./world";

const other = "447911000002";
const inPanel = ({ problems, events }: { problems: { event: string }[]; events: { event: string }[] }) =>
  [...problems, ...events].map(({ event }) => event);

test("a userId alone: a new contact is made, no chat is linked, and the event is kept on the contact", async ({ ada }) => {
  await ada.says(whatsapp);
  expect(await record(ada, { userId: "u" })).toMatchObject({ postedToConversations: 0 });
  expect(await read(ada, "u")).toMatchObject({
    contact: { userId: "u", name: null, email: null, phone: null, attributes: {} },
    linkedChats: 0,
    events: [{ event: "Order placed" }],
  });
});

test("a userId alone: an event is kept before the person ever chats, and stands beside the chat when they do", async ({ ada }) => {
  const session = await ada.signIn();
  await record(ada, { userId: "u", event: "Payment failed" });
  await put(ada, "u", { phone });
  const { chatId } = await ada.says(whatsapp);
  const panel = await panelOf(session, chatId);
  expect(panel).toMatchObject({ contact: { userId: "u" }, problems: [{ event: "Payment failed" }], problemsCount: 1 });
  expect(await cardsOf(session, chatId)).toEqual([]);
});

test("userId and phone: a new contact gets the phone, and the chats of the phone are linked", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  expect(await record(ada, { userId: "u", phone: "+44 7911 000001" })).toMatchObject({ postedToConversations: 1 });
  expect(await read(ada, "u")).toMatchObject({ contact: { phone }, linkedChats: 1, events: [{ event: "Order placed" }] });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" } });
});

test("userId and phone: a contact without a phone gets it, and keeps the rest", async ({ ada }) => {
  await put(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  await ada.says(whatsapp);
  expect(await record(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 1 });
  expect(await read(ada, "u")).toMatchObject({ contact: { name: "Ada", phone, attributes: { plan: "pro" } }, linkedChats: 1 });
});

test("userId and phone: when nobody with the phone has chatted, the event is kept for when they do", async ({ ada }) => {
  const session = await ada.signIn();
  expect(await record(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  const { chatId } = await ada.says(whatsapp);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, events: [{ event: "Order placed" }] });
  expect(await record(ada, { userId: "u" })).toMatchObject({ postedToConversations: 1 });
});

test("userId and phone: a different phone is not overwritten, and the unlinked chats of the phone that was sent are linked", async ({
  ada,
}) => {
  await put(ada, "u", { phone: other });
  await ada.says(whatsapp);
  await ada.says({ ...whatsapp, phone: other });
  expect(await record(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 2 });
  expect(await read(ada, "u")).toMatchObject({ contact: { phone: other }, linkedChats: 2 });
});

test("userId and phone: a phone that another contact has is not taken, nor are its chats", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "holder", { phone });
  const { chatId } = await ada.says(whatsapp);
  expect(await record(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  expect(await read(ada, "u")).toMatchObject({ contact: { phone: null }, linkedChats: 0, events: [{ event: "Order placed" }] });
  expect(await read(ada, "holder")).toMatchObject({ contact: { phone }, linkedChats: 1, events: [] });
  expect(await cardsOf(session, chatId)).toEqual([]);
});

test("userId and phone: a contact without a phone does not get one that another contact has", async ({ ada }) => {
  await put(ada, "holder", { phone });
  await put(ada, "u");
  await record(ada, { userId: "u", phone });
  expect((await read(ada, "u")).contact.phone).toBeNull();
});

test("a phone alone, and somebody with it has chatted: no contact is made, and the event is kept on that person", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  expect(await record(ada, { phone })).toMatchObject({ postedToConversations: 1 });
  const panel = await panelOf(session, chatId);
  expect(panel.contact).toBeNull();
  expect(inPanel(panel)).toEqual(["Order placed"]);
});

test("a phone alone, and that person is linked: the event is kept on their contact too", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone });
  const { chatId } = await ada.says(whatsapp);
  await record(ada, { phone });
  expect((await read(ada, "u")).events).toMatchObject([{ event: "Order placed" }]);
  expect(inPanel(await panelOf(session, chatId))).toEqual(["Order placed"]);
});

test("a phone alone, and nobody with it has chatted: refused with what to send, and nothing is kept", async ({ ada }) => {
  const session = await ada.signIn();
  const message = /Send a userId as well/;
  expect(await ada.api("POST", "/events", { body: { event: "Lost", phone } })).toMatchObject(refusal(404, "customer_not_found", message));
  const { chatId } = await ada.says(whatsapp);
  expect(inPanel(await panelOf(session, chatId))).toEqual([]);
  expect(await cardsOf(session, chatId)).toEqual([]);
});

test("a phone alone that only a contact has is nobody's who has chatted: refused, and nothing is kept", async ({ ada }) => {
  await put(ada, "u", { phone });
  expect(await ada.api("POST", "/events", { body: { event: "Lost", phone } })).toMatchObject(refusal(404, "customer_not_found"));
  expect((await read(ada, "u")).events).toEqual([]);
  await ada.says(whatsapp);
  expect((await read(ada, "u")).events).toEqual([]);
});

test("a phone that a visitor merely typed is nobody's who has chatted", async ({ ada }) => {
  await ada.says({ channel: "website", visitorId: "v1", phone });
  expect(await ada.api("POST", "/events", { body: { event: "Lost", phone } })).toMatchObject(refusal(404, "customer_not_found"));
});

test("an event never appears in the chat of a person who is linked to another contact", async ({ ada }) => {
  const session = await ada.signIn();
  await put(ada, "u", { phone: other });
  await put(ada, "linked");
  const { chatId } = await ada.says(whatsapp);
  await session.call("POST", `/chats/${chatId}/link`, { userId: "linked" });
  expect(await record(ada, { userId: "u", phone })).toMatchObject({ postedToConversations: 0 });
  expect(await record(ada, { userId: "new", phone })).toMatchObject({ postedToConversations: 0 });
  expect(await cardsOf(session, chatId)).toEqual([]);
  expect(inPanel(await panelOf(session, chatId))).toEqual([]);
  expect(await read(ada, "linked")).toMatchObject({ linkedChats: 1, events: [] });
});
