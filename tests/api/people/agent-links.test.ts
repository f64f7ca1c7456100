import { expect, type Session, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { errorReply } from "../../support/wire";
import { getContact, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const at = (chatId: string) => `/chats/${chatId}/link`;
const link = (session: Session, chatId: string, userId: string) => session.call("POST", at(chatId), { userId });
const undo = (session: Session, chatId: string, userId: string) => session.call("DELETE", at(chatId), { userId });
const preview = (session: Session, chatId: string, userId: string) => session.call("GET", `${at(chatId)}?userId=${userId}`);
const kinds = async (session: Session) =>
  ((await session.call("GET", "/audit?kind=person")).body["items"] as { what: string; subject: string }[]).map(({ what }) => what);

test("says what a link would do, makes it once, and undoes it with the events that moved", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp, "Hello");
  await recordEvent(ada, { phone, event: "Payment failed" });
  await recordEvent(ada, { phone });
  const { contact } = await putContact(ada, "u", { name: "Ada", email: "ada@example.com" });
  await recordEvent(ada, { userId: "u", event: "Its own" });

  expect(await preview(owner, chatId, "u")).toMatchObject({
    status: 200,
    body: {
      contact: { userId: "u", name: "Ada", email: "ada@example.com", phone: contact.phone },
      chats: [{ id: chatId, channel: "whatsapp", status: "open" }],
      ...{ chatsCount: 1, eventsCount: 2, problemsCount: 1, contactChatsCount: 0 },
    },
  });
  expect(await panelOf(owner, chatId)).toMatchObject({ contact: null });

  // Both at the same moment, as two agents do.
  for (const reply of await Promise.all([link(owner, chatId, "u"), link(owner, chatId, "u")])) expect(reply.status).toBe(200);
  expect(await panelOf(owner, chatId)).toMatchObject({ contact: { userId: "u" }, person: { linkedBy: "agent" }, problemsCount: 1 });
  expect((await getContact(ada, "u")).events.map(({ event }) => event).sort()).toEqual(["Its own", "Order placed", "Payment failed"]);
  // By the phone alone, and so one of this person's.
  await recordEvent(ada, { phone, event: "Meanwhile" });

  expect(await undo(owner, chatId, "u")).toMatchObject({ status: 200, body: { userId: null } });
  expect(await undo(owner, chatId, "u")).toMatchObject({ status: 200, body: { userId: null } });
  const panel = await panelOf(owner, chatId);
  expect(panel).toMatchObject({ contact: null, person: { linkedBy: null }, problemsCount: 1 });
  expect(panel.events.map(({ event }) => event).sort()).toEqual(["Meanwhile", "Order placed"]);
  expect(await getContact(ada, "u")).toMatchObject({ linkedChats: 0, events: [{ event: "Its own" }] });
  expect(await kinds(owner)).toEqual(["person.unlinked", "person.linked"]);
});

test("an undone link leaves the person to the contact that has their phone by now", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "wrong");
  await link(owner, chatId, "wrong");
  await putContact(ada, "right", { phone });
  expect(await panelOf(owner, chatId)).toMatchObject({ contact: { userId: "wrong" } });
  expect(await undo(owner, chatId, "wrong")).toMatchObject({ status: 200, body: { userId: "right" } });
  expect(await panelOf(owner, chatId)).toMatchObject({ contact: { userId: "right" }, person: { linkedBy: "phone" } });
  // It is not an agent's any more.
  expect(await undo(owner, chatId, "right")).toMatchObject(errorReply(409, "conflict"));
  expect(await undo(owner, chatId, "wrong")).toMatchObject(errorReply(409, "conflict"));
  expect(await preview(owner, chatId, "wrong")).toMatchObject(errorReply(409, "conflict"));
});

test("an agent cannot undo what a signature proved, also after accepting it", async ({ ada }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1", userId: "signed" });
  expect(await link(owner, chatId, "signed")).toMatchObject({ status: 200 });
  expect(await undo(owner, chatId, "signed")).toMatchObject(errorReply(409, "conflict"));
  expect(await panelOf(owner, chatId)).toMatchObject({ contact: { userId: "signed" }, person: { linkedBy: "signed" } });
  expect(await kinds(owner)).toEqual([]);
});

test("a deleted contact, another workspace's contact and a removed member link nobody", async ({ ada, bob }) => {
  const owner = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v1" });
  await putContact(ada, "deleted");
  expect(await preview(owner, chatId, "deleted")).toMatchObject({ status: 200 });
  await ada.api("DELETE", "/contacts/deleted");
  await putContact(bob, "theirs");
  for (const userId of ["deleted", "theirs"])
    for (const call of [preview, link]) expect(await call(owner, chatId, userId)).toMatchObject(errorReply(404, "customer_not_found"));

  const theirs = await bob.sendMessage({ channel: "website", visitorId: "v2" });
  await putContact(ada, "u");
  for (const call of [preview, link, undo]) expect(await call(owner, theirs.chatId, "u")).toMatchObject(errorReply(404, "not_found"));

  const agent = await joined(ada, owner);
  expect(await link(agent.session, chatId, "u")).toMatchObject({ status: 200 });
  await owner.call("DELETE", `/members/${agent.id}`);
  for (const call of [preview, undo]) expect((await call(agent.session, chatId, "u")).status).toBeGreaterThanOrEqual(401);
  expect(await panelOf(owner, chatId)).toMatchObject({ contact: { userId: "u" } });
  await ada.api("DELETE", "/contacts/u");
  expect(await undo(owner, chatId, "u")).toMatchObject({ status: 200, body: { userId: null } });
});
