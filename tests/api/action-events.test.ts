import { customer, newDesk } from "../support/desk";
import { expect, test } from "../support/fixtures";

type Read = { status: number; body: { events?: { event: string }[]; contact?: { userId: string } | null; postedToConversations?: number } };

test("an event in a reply belongs to the person of the chat: a userId and a phone in it are ignored", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  await ada.api("PUT", "/contacts/user_2", { body: { phone: "447911000077" } });
  const other = await ada.says({ channel: "whatsapp", phone: "447911000077" });
  const desk = await newDesk(ada, receiver);
  desk.answers({ body: { event: { name: "Refund issued", userId: "user_2", phone: "447911000077" } } });
  expect((await desk.pressed()).outcome).toMatchObject({ state: "delivered", reason: null });

  const own = (await ada.api("GET", "/contacts/user_1")) as unknown as Read;
  const others = (await ada.api("GET", "/contacts/user_2")) as unknown as Read;
  expect(own.body.events?.map(({ event }) => event)).toEqual(["Refund issued"]);
  expect(others.body.events).toEqual([]);
  expect((await desk.items(other.chatId)).map(({ kind }) => kind)).toEqual(["message"]);
});

test("not even a malformed userId in a reply's event is in the way", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.answers({ body: { event: { name: "Refund issued", userId: 42, phone: "not a phone" } } });
  expect((await desk.pressed()).outcome).toMatchObject({ state: "delivered", reason: null });
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action", "card"]);
});

test("the event of a person without a contact is kept on them, and moves to the contact with the link", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.answers({ body: { event: { name: "Refund failed" } } });
  await desk.pressed();
  const before = (await desk.session.call("GET", `/chats/${desk.chatId}/panel`)).body;
  expect(before).toMatchObject({ contact: null, problems: [{ event: "Refund failed", level: "problem" }] });

  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const read = (await ada.api("GET", "/contacts/user_1")) as unknown as Read;
  expect(read.body.events?.map(({ event }) => event)).toEqual(["Refund failed"]);
});

test("an event in a reply gets a card in every active chat of the contact", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const website = await ada.says({ channel: "website", visitorId: "v_1", userId: "user_1" });
  const desk = await newDesk(ada, receiver);
  desk.answers({ body: { message: "Done.", event: { name: "Refund issued" } } });
  await desk.pressed();
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action", "card"]);
  expect((await desk.items(website.chatId)).map(({ kind }) => kind)).toEqual(["message", "card"]);
});

test("a deleted contact is gone from its chat's cards, while the outcome stays", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  desk.answers({ body: { message: "Done.", event: { name: "Refund issued", properties: { amount: "59.90" } } } });
  await desk.pressed();
  await ada.api("DELETE", "/contacts/user_1");
  const [, action, card] = await desk.items();
  expect(action).toMatchObject({ kind: "action", outcome: { message: "Done." } });
  expect(card).toMatchObject({ kind: "card", card: { deleted: true } });
  expect(JSON.stringify(card)).not.toContain("59.90");
});
