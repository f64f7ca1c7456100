import { expect, test } from "../../support/fixtures";
import { getContact, panelOf, putContact, recordEvent } from "../helpers";

/** One number, as it is dialled and as WhatsApp names it. */
const [dialled, named] = ["5511987654321", "551187654321"] as const;
const sender = (phone: string) => ({ channel: "whatsapp", phone });
const failed = { event: "Payment failed" };

for (const [has, chats] of [
  [dialled, named],
  [named, dialled],
  ["525512345678", "5215512345678"],
  ["5491123456789", "541123456789"],
] as const) {
  test(`links ${chats} to the only contact with ${has}, whichever comes first`, async ({ ada, bob }) => {
    const { chatId } = await ada.sendMessage(sender(chats));
    expect(await putContact(ada, "u", { phone: has })).toMatchObject({ linkedChats: 1, contact: { phone: has } });
    expect(await panelOf(await ada.signIn(), chatId)).toMatchObject({
      contact: { userId: "u" },
      person: { phone: chats, linkedBy: "phone" },
    });
    await putContact(bob, "u", { phone: has });
    await bob.sendMessage(sender(chats));
    expect(await getContact(bob, "u")).toMatchObject({ linkedChats: 1, contact: { phone: has } });
  });
}

test("prefers the contact with the very number, and takes the other one when that goes", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "other-form", { phone: dialled });
  const { chatId } = await ada.sendMessage(sender(named));
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "other-form" } });
  await putContact(ada, "exact", { phone: named });
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "exact" } });
  await ada.api("DELETE", "/contacts/exact");
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "other-form" } });
});

test("does not guess between two contacts with the other form, and links when one is left", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "first", { phone: dialled });
  await putContact(ada, "second", { phone: dialled });
  const { chatId } = await ada.sendMessage(sender(named));
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null });
  await ada.api("DELETE", "/contacts/first");
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "second" } });
});

test("does not guess between two people with both forms", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "u", { phone: dialled });
  const other = await ada.sendMessage(sender(named));
  expect(await panelOf(session, other.chatId)).toMatchObject({ contact: { userId: "u" } });
  const exact = await ada.sendMessage(sender(dialled));
  expect(await panelOf(session, exact.chatId)).toMatchObject({ contact: { userId: "u" } });
  expect(await panelOf(session, other.chatId)).toMatchObject({ contact: null });
});

test("records an event by the other form for the person who chatted, and refuses one for a number of somebody else", async ({ ada }) => {
  await ada.sendMessage(sender(named));
  expect(await recordEvent(ada, { phone: dialled, ...failed })).toMatchObject({ postedToConversations: 1 });
  await putContact(ada, "named", { phone: named });
  await putContact(ada, "dialled", { phone: dialled });
  expect((await ada.api("POST", "/events", { body: { phone: dialled, ...failed } })).status).toBe(404);
});

test("links a person by an event with a userId and the other form", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(sender(named));
  expect(await recordEvent(ada, { userId: "u", phone: dialled, ...failed })).toMatchObject({ postedToConversations: 1 });
  expect(await panelOf(session, chatId)).toMatchObject({
    contact: { userId: "u", phone: dialled },
    person: { phone: named, linkedBy: "phone" },
  });
});

test("gives no contact a phone that another one has in the other form, and lists the conflict", async ({ ada }) => {
  const session = await ada.signIn();
  await putContact(ada, "holder", { phone: dialled });
  const { chatId } = await ada.sendMessage(sender(named));
  expect(await recordEvent(ada, { userId: "other", phone: named, ...failed })).toMatchObject({ postedToConversations: 0 });
  expect((await getContact(ada, "other")).contact.phone).toBeNull();
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "holder" } });
  expect((await session.call("GET", "/conflicts")).body["items"]).toMatchObject([
    { phone: named, other: { userId: "holder", phone: dialled } },
  ]);
});
