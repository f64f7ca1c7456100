import { expect } from "../../support/fixtures";
import {
  connectWhatsApp,
  kinds,
  messagesChange,
  newPhone,
  newUserId,
  numberChange,
  sendWebhook,
  webhookOf,
  webhookWith,
} from "../../support/whatsapp";
import { panelOf, putContact, recordEvent } from "../helpers";
import { chatsOf, onlyChat, whatsAppTest as test, textsOf } from "../whatsapp-helpers";

test.describe.configure({ mode: "default" });

test("links a sender by the phone of the webhook", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const phone = newPhone();
  await putContact(ada, "user_1", { phone });
  await sendWebhook(channel, webhookWith(kinds.text({ phone, userId: newUserId() })));
  await expect.poll(() => textsOf(session)).toEqual(["Hello"]);
  expect(await panelOf(session, await onlyChat(session))).toMatchObject({ contact: { userId: "user_1" }, person: { linkedBy: "phone" } });
});

test("shows a sender without a phone by name, and links them once a webhook shows the phone", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [phone, userId] = [newPhone(), newUserId()];
  await putContact(ada, "user_1", { phone });
  await sendWebhook(channel, webhookWith(kinds.text({ userId, name: "Ada", username: "ada.o" }, "Without a phone")));
  await expect.poll(() => textsOf(session)).toEqual(["Without a phone"]);
  const chatId = await onlyChat(session);
  expect((await chatsOf(session))[0]?.displayName).toBe("Ada");
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { phone: null } });

  await sendWebhook(channel, webhookWith(kinds.text({ userId, phone }, "With it"), kinds.text({ userId }, "Without it again")));
  await expect.poll(() => textsOf(session)).toEqual(["Without a phone", "With it", "Without it again"]);
  expect(await onlyChat(session)).toBe(chatId);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "user_1" }, person: { phone } });
});

test("goes on in the chat that was written in last when a sender turns out to be somebody known by phone, with what was not answered in the other", {
  tag: "@embedded",
}, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [phone, userId] = [newPhone(), newUserId()];
  await putContact(ada, "user_1", { phone });
  await sendWebhook(channel, webhookWith(kinds.text({ phone }, "By phone")));
  await expect.poll(() => textsOf(session)).toEqual(["By phone"]);
  const byPhone = await onlyChat(session);
  await sendWebhook(channel, webhookWith(kinds.text({ userId }, "By id")));
  await expect.poll(async () => (await chatsOf(session)).length).toBe(2);
  const byId = (await chatsOf(session)).find(({ id }) => id !== byPhone)?.id ?? "";

  await sendWebhook(channel, webhookWith(kinds.text({ userId, phone }, "Both")));
  await expect.poll(() => textsOf(session)).toEqual(["By id", "By phone", "Both"]);
  expect(await onlyChat(session)).toBe(byId);
  const person = { phone, linkedBy: "phone" };
  expect(await panelOf(session, byId)).toMatchObject({ chat: { status: "open" }, contact: { userId: "user_1" }, person });
  expect(await panelOf(session, byPhone)).toMatchObject({ chat: { status: "closed" }, contact: { userId: "user_1" }, person });
  expect(await recordEvent(ada, { event: "Payment failed", phone })).toMatchObject({ postedToConversations: 1 });
});

test("takes the phone from a card that was asked for, and from no other card", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [own, friend, userId] = [newPhone(), newPhone(), newUserId()];
  await putContact(ada, "user_1", { phone: own });
  await putContact(ada, "friend", { phone: friend });
  const card = (phone: string, origin?: string) =>
    kinds.contacts({ userId }, { phones: [{ phone: `+${phone}`, wa_id: phone }], ...(origin && { origin }) });

  await sendWebhook(channel, webhookWith(card(friend), card(friend, "other"), kinds.text({ userId }, "Two cards")));
  await expect.poll(async () => (await textsOf(session)).at(-1)).toBe("Two cards");
  const chatId = await onlyChat(session);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { phone: null } });
  await sendWebhook(channel, webhookWith(card(own, "contact_request")));
  await expect
    .poll(() => panelOf(session, chatId))
    .toMatchObject({ contact: { userId: "user_1" }, person: { phone: own, linkedBy: "phone" } });
});

test("keeps the chat of a customer whose number changed, and no longer links the old number", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const before = { phone: newPhone(), userId: newUserId() };
  const after = { phone: newPhone(), userId: newUserId() };
  await putContact(ada, "old", { phone: before.phone });
  await putContact(ada, "new", { phone: after.phone });
  const secondsAgo = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });
  // All in one webhook, with the change in the middle.
  await sendWebhook(
    channel,
    webhookOf(
      messagesChange([kinds.text(before, "Before", secondsAgo(90))]),
      messagesChange([numberChange(before, after, secondsAgo(60))]),
      messagesChange([kinds.text(after, "After", secondsAgo(30))]),
    ),
  );
  await expect.poll(() => textsOf(session), { timeout: 20_000 }).toEqual(["Before", "After"]);
  const chatId = await onlyChat(session);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: { userId: "new" }, person: { phone: after.phone } });
  // The old number is nobody's: an event for it alone finds no one, and who writes under it next is somebody else.
  expect((await ada.api("POST", "/events", { body: { event: "Code sent", phone: before.phone } })).status).toBe(404);
  await sendWebhook(channel, webhookWith(kinds.text({ phone: before.phone, userId: newUserId(), name: "Bob" }, "A new owner")));
  await expect.poll(async () => (await chatsOf(session)).length).toBe(2);
  expect(await recordEvent(ada, { event: "Order shipped", phone: after.phone })).toMatchObject({ postedToConversations: 1 });
});

test("keeps the chat of a customer whose id changed without a phone, and gives up the phone that was known", {
  tag: "@embedded",
}, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const before = { phone: newPhone(), userId: newUserId() };
  const after = { userId: newUserId() };
  await putContact(ada, "user_1", { phone: before.phone });
  await sendWebhook(channel, webhookWith(kinds.text(before, "Before")));
  await expect.poll(() => textsOf(session)).toEqual(["Before"]);
  const chatId = await onlyChat(session);
  await sendWebhook(channel, webhookOf(messagesChange([numberChange({ userId: before.userId }, after)])));
  await sendWebhook(channel, webhookWith(kinds.text(after, "After")));
  await expect.poll(() => textsOf(session), { timeout: 20_000 }).toEqual(["Before", "After"]);
  expect(await onlyChat(session)).toBe(chatId);
  expect(await panelOf(session, chatId)).toMatchObject({ contact: null, person: { phone: null } });
});

test("never joins the people of one webhook, whatever contacts it has", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [one, two, three] = [
    { phone: newPhone(), userId: newUserId(), name: "One" },
    { phone: newPhone(), name: "Two" },
    { userId: newUserId(), name: "Three" },
  ];
  const change = messagesChange([kinds.text(one), kinds.text(two), kinds.text(three)]);
  // Only the first contact is there.
  const value = change["value"] as { contacts: unknown[] };
  value.contacts = value.contacts.slice(0, 1);
  await sendWebhook(channel, webhookOf(change));
  await expect.poll(async () => (await chatsOf(session)).length).toBe(3);
  const phones = await Promise.all((await chatsOf(session)).map(async ({ id }) => (await panelOf(session, id)).person.phone));
  expect(phones.sort()).toEqual([one.phone, two.phone, null].sort());
});

test("shows nothing of a blocked customer", { tag: "@embedded" }, async ({ ada }) => {
  const session = await ada.signIn();
  const channel = await connectWhatsApp(ada, session);
  const [customer, other] = [{ phone: newPhone() }, { phone: newPhone() }];
  await sendWebhook(channel, webhookWith(kinds.text(customer, "Before")));
  await expect.poll(() => textsOf(session)).toEqual(["Before"]);
  const chatId = await onlyChat(session);
  expect((await session.call("POST", `/chats/${chatId}/block`, { isBlocked: true })).status).toBe(200);
  expect((await sendWebhook(channel, webhookWith(kinds.text(customer, "Blocked"), kinds.text(other, "Other")))).status).toBe(200);
  await expect.poll(async () => (await textsOf(session)).sort()).toEqual(["Before", "Other"]);
});
