import { expect, test } from "../../support/fixtures";
import { cardsOf, getContact, panelOf, putContact, recordEvent } from "../helpers";

const [one, two] = ["447911600001", "447911600002"] as const;
const idOnly = (channelUserId: string) => ({ channel: "whatsapp", channelUserId });
const sender = (phone: string, channelUserId?: string) => ({ channel: "whatsapp", phone, ...(channelUserId ? { channelUserId } : {}) });

test("links a sender known by the channel's id by their new phone and no longer by the old one", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "old", { phone: one });
  const { chatId } = await ada.sendMessage(sender(one, "bsuid-1"));
  await recordEvent(ada, { phone: one, event: "For the old number" });
  expect(await getContact(ada, "old")).toMatchObject({ linkedChats: 1 });
  await putContact(ada, "new", { phone: two });

  expect((await ada.sendMessage(sender(two, "bsuid-1"), "It is me")).chatId).toBe(chatId);
  expect(await panelOf(session, chatId)).toMatchObject({ person: { phone: two, linkedBy: "phone" }, contact: { userId: "new" } });
  expect(await getContact(ada, "old")).toMatchObject({ linkedChats: 0 });
  // An event for the old number finds no person and appears in no chat.
  expect((await ada.api("POST", "/events", { body: { event: "Code sent", phone: one } })).status).toBe(404);
  expect(await recordEvent(ada, { phone: two, event: "Order shipped" })).toMatchObject({ postedToConversations: 1 });
  expect((await cardsOf(session, chatId)).flatMap((card) => ("event" in card ? [card.event] : []))).toContain("Order shipped");
});

test("ends a link that an event made by the old phone when the phone changes", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(sender(one, "bsuid-1"));
  await putContact(ada, "u", { phone: "447911600009" });
  await recordEvent(ada, { userId: "u", phone: one });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "event" } });
  await ada.sendMessage(sender(two, "bsuid-1"));
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { phone: two, linkedBy: null } });
});

test("treats a sender with a new channel id and the phone of a phone-only person as that person", async ({ ada }) => {
  const session = await ada.signIn();
  const known = await ada.sendMessage(sender(two), "By phone");
  const before = await ada.sendMessage(sender(one, "bsuid-1"), "By another phone");
  expect(before.chatId).not.toBe(known.chatId);
  for (const text of ["With both", "Again"]) expect((await ada.sendMessage(sender(two, "bsuid-1"), text)).chatId).toBe(known.chatId);
  expect(await panelOf(session, before.chatId)).toMatchObject({ person: { phone: one } });
  expect(await panelOf(session, known.chatId)).toMatchObject({ person: { phone: two } });
});

test("moves the link to the new sender when a number passes from one sender to another", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: two });
  const before = await ada.sendMessage(sender(two, "bsuid-2"));
  const after = await ada.sendMessage(sender(one, "bsuid-1"));
  expect((await ada.sendMessage(sender(two, "bsuid-1"))).chatId).toBe(after.chatId);
  expect(await panelOf(session, after.chatId)).toMatchObject({ person: { phone: two }, contact: { userId: "u" } });
  expect(await panelOf(session, before.chatId)).toMatchObject({ person: { phone: null, linkedBy: null }, contact: null });
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 1 });
});

test("ends a link that an event made by a number when the number passes to another sender", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: "447911600009" });
  const before = await ada.sendMessage(sender(two, "bsuid-2"));
  await recordEvent(ada, { userId: "u", phone: two });
  expect(await panelOf(session, before.chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "event" } });
  await ada.sendMessage(sender(one, "bsuid-1"));
  await ada.sendMessage(sender(two, "bsuid-1"));
  expect(await panelOf(session, before.chatId)).toMatchObject({ contact: null, person: { phone: null, linkedBy: null } });
});

test("knows somebody by the channel's id alone, with their username, linked to nobody", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ ...idOnly("bsuid-1"), username: "ada.o" });
  expect((await ada.sendMessage(idOnly("bsuid-1"), "Again")).chatId).toBe(chatId);
  expect((await ada.sendMessage(idOnly("bsuid-2"))).chatId).not.toBe(chatId);
  expect(await panelOf(session, chatId)).toMatchObject({
    person: { phone: null, username: "ada.o", displayName: "@ada.o", linkedBy: null },
    contact: null,
  });
});

test("takes the phone of somebody who was known by the id alone, and keeps their chat", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: one });
  const { chatId } = await ada.sendMessage(idOnly("bsuid-1"));
  for (const from of [sender(one, "bsuid-1"), idOnly("bsuid-1"), sender(one)]) expect((await ada.sendMessage(from)).chatId).toBe(chatId);
  expect(await panelOf(session, chatId)).toMatchObject({ person: { phone: one, linkedBy: "phone" }, contact: { userId: "u" } });
});

test("takes a sender who shows id and phone for the person of the phone, with what an agent said of the id", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u");
  const byId = await ada.sendMessage(idOnly("bsuid-1"));
  await session.call("POST", `/chats/${byId.chatId}/link`, { userId: "u" });
  const byPhone = await ada.sendMessage(sender(one));
  expect((await ada.sendMessage(sender(one, "bsuid-1"))).chatId).toBe(byPhone.chatId);
  expect((await ada.sendMessage(idOnly("bsuid-1"))).chatId).toBe(byPhone.chatId);
  expect(await panelOf(session, byPhone.chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "agent" } });
});

test("keeps an id that an agent linked apart from a phone of another contact, and lists the conflict", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "agent's");
  await putContact(ada, "phone's", { phone: one });
  const byId = await ada.sendMessage(idOnly("bsuid-1"));
  await session.call("POST", `/chats/${byId.chatId}/link`, { userId: "agent's" });
  const byPhone = await ada.sendMessage(sender(one));
  expect((await ada.sendMessage(sender(one, "bsuid-1"))).chatId).toBe(byId.chatId);
  expect(await panelOf(session, byId.chatId)).toMatchObject({ contact: { userId: "agent's" }, person: { phone: null } });
  expect(await panelOf(session, byPhone.chatId)).toMatchObject({ contact: { userId: "phone's" }, person: { phone: one } });
  const { items } = (await session.call("GET", "/conflicts")).body;
  expect(items).toMatchObject([{ phone: one, contact: { userId: "agent's" }, other: { userId: "phone's" } }]);
});

test("begins another chat when a number is seen with an id that is new", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: one });
  const before = await ada.sendMessage(sender(one, "bsuid-1"));
  const after = await ada.sendMessage(sender(one, "bsuid-2"));
  expect(after.chatId).not.toBe(before.chatId);
  expect(await panelOf(session, after.chatId)).toMatchObject({ person: { phone: one }, contact: { userId: "u" } });
  expect(await panelOf(session, before.chatId)).toMatchObject({ person: { phone: null }, contact: null });
  expect((await ada.sendMessage(idOnly("bsuid-1"))).chatId).toBe(before.chatId);
});

test("finds a person by the parent id when their id is another one", async ({ ada }) => {
  const { chatId } = await ada.sendMessage({ ...idOnly("GB.1"), parentUserId: "GB.ENT.1" });
  expect((await ada.sendMessage({ ...idOnly("GB.2"), parentUserId: "GB.ENT.1" })).chatId).toBe(chatId);
  expect((await ada.sendMessage(idOnly("GB.2"))).chatId).toBe(chatId);
});

test("refuses what a blocked person writes, under every name that they have", async ({ ada }) => {
  const session = await ada.signIn();
  const refused = (from: object) => expect(ada.sendMessage(from)).rejects.toThrow("forbidden");
  const { chatId } = await ada.sendMessage(idOnly("bsuid-1"));
  await ada.sendMessage(sender(one));
  await session.call("POST", `/chats/${chatId}/block`, { isBlocked: true });
  await refused(idOnly("bsuid-1"));
  await refused(sender(one, "bsuid-1"));
  await session.call("POST", `/chats/${chatId}/block`, { isBlocked: false });
  expect((await ada.sendMessage(idOnly("bsuid-1"))).chatId).toBe(chatId);
});
