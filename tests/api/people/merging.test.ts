import type { getContactPage, listContacts } from "@/lib/desk/directory/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { tagIn } from "../../support/chat-work";
import { expect, type Session, type Team, test } from "../../support/fixtures";
import { addMember } from "../../support/members";
import { errorReply } from "../../support/wire";
import { cardsOf, getContact, panelOf, phone, putContact, recordEvent, whatsapp } from "../helpers";

const merge = (team: Team, into: string, from: string, values: object = {}) =>
  team.api("POST", `/contacts/${into}/merge`, { body: { from, values } });
const undo = (team: Team, mergeId: unknown) => team.api("POST", `/merges/${mergeId}/undo`, { body: {} });
const eventsOf = async (team: Team, userId: string) => (await getContact(team, userId)).events.map(({ event }) => event).sort();
const listed = async (session: Session, query = "") =>
  ((await session.call("GET", `/contacts${query}`)).body as ReplyOf<typeof listContacts>).items;
const idOf = async (session: Session, userId: string) => (await listed(session)).find((one) => one.userId === userId)?.id ?? "";
const failed = { event: "Payment failed", properties: { reference: "INV-1" } };

/** Two contacts of one customer: one with a chat by phone, and one with a visitor's. */
async function twoContacts(team: Team) {
  await putContact(team, "user_1", { name: "Ada Okafor", phone, attributes: { plan: "pro", seats: 2 } });
  await putContact(team, "user_2", {
    name: "A. Okafor",
    email: "ada@example.com",
    phone: "447911000002",
    attributes: { plan: "free", vip: true },
  });
  const { chatId: byPhone } = await team.sendMessage(whatsapp);
  const { chatId: otherPhone } = await team.sendMessage({ channel: "whatsapp", phone: "447911000002" });
  const { chatId: visitor } = await team.sendMessage({ channel: "website", visitorId: "v1", userId: "user_2" });
  await recordEvent(team, { ...failed, userId: "user_1" });
  await recordEvent(team, { ...failed, userId: "user_2" });
  await recordEvent(team, { event: "Order placed", phone: "447911000002" });
  return { byPhone, otherPhone, visitor };
}

test("makes one contact of two, with the values that are chosen, and what comes with the former userId is the contact's", async ({
  ada,
  bob,
}) => {
  const { otherPhone, visitor, byPhone } = await twoContacts(ada);
  await putContact(bob, "user_2", { name: "Bob's" });
  const session = await ada.signIn();
  const merged = await merge(ada, "user_1", "user_2", { name: "from", attributes: { plan: "into" } });
  expect(merged).toMatchObject({
    status: 200,
    body: {
      contact: {
        ...{ userId: "user_1", name: "A. Okafor", email: "ada@example.com", phone },
        attributes: { plan: "pro", seats: 2, vip: true },
      },
      linkedChats: 3,
    },
  });
  for (const chatId of [otherPhone, visitor, byPhone]) expect((await panelOf(session, chatId)).contact).toMatchObject({ userId: "user_1" });
  // One matter now: a problem of both under one reference, which one event closes.
  const { problems } = await panelOf(session, visitor);
  expect(problems).toMatchObject([{ event: "Payment failed", reference: "INV-1", count: 2 }]);
  await recordEvent(ada, { event: "Payment received", userId: "user_2", properties: { reference: "INV-1" } });
  expect((await panelOf(session, byPhone)).problems).toEqual([]);
  expect(await cardsOf(session, byPhone)).toEqual(expect.arrayContaining([expect.objectContaining({ event: "Payment received" })]));
  expect(await eventsOf(ada, "user_2")).toEqual(["Order placed", "Payment failed", "Payment failed", "Payment received"]);

  expect(await putContact(ada, "user_2", { attributes: { plan: "max" } })).toMatchObject({
    contact: { userId: "user_1", attributes: { plan: "max" } },
    ...{ created: false, linkedChats: 3 },
  });
  // A phone is written under the linking lock.
  expect(await putContact(ada, "user_2", { phone: "447911000009" })).toMatchObject({
    contact: { userId: "user_1", phone: "447911000009" },
  });
  expect((await listed(session)).map(({ userId }) => userId)).toEqual(["user_1"]);
  expect(await listed(session, "?text=user_2")).toMatchObject([{ userId: "user_1" }]);
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v2", userId: "user_2" });
  expect((await panelOf(session, chatId)).contact).toMatchObject({ userId: "user_1" });
  const unknown = await ada.sendMessage({ channel: "website", visitorId: "v3" });
  expect((await session.call("GET", `/chats/${unknown.chatId}/link?userId=user_2`)).body).toMatchObject({ contact: { userId: "user_1" } });
  expect((await session.call("POST", `/chats/${unknown.chatId}/link`, { userId: "user_2" })).status).toBe(200);
  expect((await panelOf(session, unknown.chatId)).contact).toMatchObject({ userId: "user_1" });

  expect((await getContact(bob, "user_2")).contact.name).toBe("Bob's");
  expect(await merge(bob, "user_2", "user_1")).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await merge(ada, "user_2", "user_1")).toMatchObject(errorReply(409, "conflict"));
  expect(await merge(ada, "user_1", "nobody")).toMatchObject(errorReply(404, "customer_not_found"));
});

test("undoes a merge once: both are as before, events go back with their userId, and what was written since stays", async ({
  ada,
  bob,
}) => {
  const { byPhone, otherPhone, visitor } = await twoContacts(ada);
  const session = await ada.signIn();
  const [first, second] = [(await getContact(ada, "user_1")).contact, (await getContact(ada, "user_2")).contact];
  const [into, from] = [await idOf(session, "user_1"), await idOf(session, "user_2")];
  const [a, b, c, d] = [await tagIn(session, "a"), await tagIn(session, "b"), await tagIn(session, "c"), await tagIn(session, "d")];
  const tag = (contactId: string, tagId: string, isSet = true) => session.call("POST", `/contacts/${contactId}/tags`, { tagId, isSet });
  const tagsOf = async (userId: string) => (await listed(session)).find((one) => one.userId === userId)?.tags?.map(({ name }) => name);
  for (const [contactId, tags] of [
    [into, [a, b]],
    [from, [b, c, d]],
  ] as const)
    for (const { id } of tags) await tag(contactId, id);
  const { mergeId } = (await merge(ada, "user_1", "user_2", { phone: "from" })).body;
  expect(await tagsOf("user_1")).toEqual(["a", "b", "c", "d"]);
  // What a member decides after the merge stays.
  await tag(into, d.id, false);
  await tag(into, d.id);
  expect((await tag(from, a.id)).status).toBe(404);
  await recordEvent(ada, { event: "Login failed", userId: "user_2" });
  await recordEvent(ada, { event: "Parcel lost", userId: "user_1" });
  await putContact(ada, "user_1", { attributes: { seats: 7 } });

  expect(await undo(bob, mergeId)).toMatchObject(errorReply(404, "not_found"));
  expect(await undo(ada, mergeId)).toMatchObject({ status: 200, body: { contact: { userId: "user_1" }, restored: { userId: "user_2" } } });
  expect(await undo(ada, mergeId)).toMatchObject(errorReply(404, "not_found"));
  const at = { updatedAt: expect.any(String) };
  expect((await getContact(ada, "user_1")).contact).toEqual({ ...first, ...at, attributes: { plan: "pro", seats: 7 } });
  expect((await getContact(ada, "user_2")).contact).toEqual({ ...second, ...at });
  expect(await eventsOf(ada, "user_1")).toEqual(["Parcel lost", "Payment failed"]);
  expect(await eventsOf(ada, "user_2")).toEqual(["Login failed", "Order placed", "Payment failed"]);
  expect((await panelOf(session, byPhone)).contact).toMatchObject({ userId: "user_1" });
  for (const chatId of [otherPhone, visitor]) expect((await panelOf(session, chatId)).contact).toMatchObject({ userId: "user_2" });
  expect((await panelOf(session, visitor)).problems).toHaveLength(2);
  expect((await listed(session)).map(({ userId }) => userId).sort()).toEqual(["user_1", "user_2"]);
  expect([await tagsOf("user_1"), await tagsOf("user_2")]).toEqual([
    ["a", "b", "d"],
    ["b", "c", "d"],
  ]);
});

test("a merge into a contact that is merged in its turn is undone after the later one", async ({ ada }) => {
  for (const userId of ["a", "b", "c"]) await putContact(ada, userId, { name: userId });
  const early = (await merge(ada, "b", "a")).body["mergeId"];
  const late = (await merge(ada, "c", "b")).body["mergeId"];
  await recordEvent(ada, { event: "Order placed", userId: "a" });
  expect((await getContact(ada, "a")).contact).toMatchObject({ userId: "c", name: "c" });
  expect(await undo(ada, early)).toMatchObject(errorReply(409, "conflict"));
  expect((await undo(ada, late)).status).toBe(200);
  expect([await eventsOf(ada, "b"), await eventsOf(ada, "c")]).toEqual([["Order placed"], []]);
  expect((await undo(ada, early)).status).toBe(200);
  expect([await eventsOf(ada, "a"), await eventsOf(ada, "b")]).toEqual([["Order placed"], []]);
});

test("deleting by either userId deletes the contact with its alias, which names a new contact afterwards", async ({ ada }) => {
  await twoContacts(ada);
  const { mergeId } = (await merge(ada, "user_1", "user_2")).body;
  expect(await ada.api("DELETE", "/contacts/user_2")).toMatchObject({
    status: 200,
    body: { deleted: true, userId: "user_2", eventsDeleted: 3, chatsUnlinked: 3 },
  });
  for (const userId of ["user_1", "user_2"])
    expect(await ada.api("GET", `/contacts/${userId}`)).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await undo(ada, mergeId)).toMatchObject(errorReply(404, "not_found"));
  expect(await putContact(ada, "user_2", {})).toMatchObject({ created: true, contact: { userId: "user_2", name: null } });
});

test("refuses a merge with more than 100 attributes, unless those that only the other one has are left out", async ({ ada }) => {
  const keys = (from: string) => Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${from}_${at}`, at]));
  await putContact(ada, "a", { attributes: keys("a") });
  await putContact(ada, "b", { attributes: keys("b") });
  expect(await merge(ada, "a", "b")).toMatchObject(errorReply(400, "invalid_request"));
  const attributes = Object.fromEntries(Object.keys(keys("b")).map((key) => [key, "into"]));
  expect((await merge(ada, "a", "b", { attributes })).body["contact"]).toMatchObject({ attributes: keys("a") });
});

test("admins see what a merge moves, merge and undo it on the contact's page; agents and other workspaces cannot", async ({ ada, bob }) => {
  await twoContacts(ada);
  await putContact(bob, "user_9", {});
  const [owner, his] = [await ada.signIn(), await bob.signIn()];
  const [into, from, foreign] = [await idOf(owner, "user_1"), await idOf(owner, "user_2"), await idOf(his, "user_9")];
  expect((await owner.call("GET", `/contacts/${into}/merge?from=${from}`)).body).toMatchObject({
    into: { userId: "user_1", events: 1, chats: 1, people: 1 },
    from: { userId: "user_2", events: 2, chats: 2, people: 2, attributes: { plan: "free", vip: true } },
  });
  const agent = await ada.signIn(await addMember(ada));
  for (const [session, status] of [
    [agent, 403],
    [his, 404],
  ] as const)
    expect((await session.call("POST", `/contacts/${into}/merge`, { from, values: {} })).status).toBe(status);
  expect((await owner.call("POST", `/contacts/${into}/merge`, { from: foreign, values: {} })).status).toBe(404);
  const { mergeId } = (await owner.call("POST", `/contacts/${into}/merge`, { from, values: {} })).body;
  const page = (await agent.call("GET", `/contacts/${into}`)).body as ReplyOf<typeof getContactPage>;
  expect(page).toMatchObject({ contact: { aliases: ["user_2"] }, merges: [{ id: mergeId, userId: "user_2", actor: "Olga Owner" }] });
  expect((await agent.call("POST", `/contacts/${into}/merges/${mergeId}/undo`, {})).status).toBe(403);
  expect((await owner.call("POST", `/contacts/${into}/merges/${mergeId}/undo`, {})).body).toEqual({ undone: true });
});
