import { customer, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";

type Read = { status: number; body: { events?: { event: string }[]; contact?: { userId: string } | null; postedToConversations?: number } };

test("records a reply's event for the person of the chat and ignores a userId and a phone in it", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  await ada.api("PUT", "/contacts/user_2", { body: { phone: "447911000077" } });
  const other = await ada.sendMessage({ channel: "whatsapp", phone: "447911000077" });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { event: { name: "Refund issued", userId: "user_2", phone: "447911000077" } } });
  expect((await desk.pressAndWait()).outcome).toMatchObject({ state: "succeeded", reason: null });

  const own = (await ada.api("GET", "/contacts/user_1")) as unknown as Read;
  const others = (await ada.api("GET", "/contacts/user_2")) as unknown as Read;
  expect(own.body.events?.map(({ event }) => event)).toEqual(["Refund issued"]);
  expect(others.body.events).toEqual([]);
  expect((await desk.items(other.chatId)).map(({ kind }) => kind)).toEqual(["message"]);
});

test("ignores even a malformed userId in a reply's event", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { event: { name: "Refund issued", userId: 42, phone: "not a phone" } } });
  expect((await desk.pressAndWait()).outcome).toMatchObject({ state: "succeeded", reason: null });
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action", "card"]);
});

test("stores a reply's event on a person without a contact and moves it to the contact once linked", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { event: { name: "Refund failed" } } });
  await desk.pressAndWait();
  const before = (await desk.session.call("GET", `/chats/${desk.chatId}/panel`)).body;
  expect(before).toMatchObject({ contact: null, problems: [{ event: "Refund failed", latest: { level: "problem" } }] });

  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const read = (await ada.api("GET", "/contacts/user_1")) as unknown as Read;
  expect(read.body.events?.map(({ event }) => event)).toEqual(["Refund failed"]);
});

test("adds a card for a reply's event to every active chat of the contact", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const website = await ada.sendMessage({ channel: "website", visitorId: "v_1", userId: "user_1" });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Done.", event: { name: "Refund issued" } } });
  await desk.pressAndWait();
  expect((await desk.items()).map(({ kind }) => kind)).toEqual(["message", "action", "card"]);
  expect((await desk.items(website.chatId)).map(({ kind }) => kind)).toEqual(["message", "card"]);
});

test("removes a deleted contact's content from its cards and keeps the outcome", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { message: "Done.", event: { name: "Refund issued", properties: { amount: "59.90" } } } });
  await desk.pressAndWait();
  await ada.api("DELETE", "/contacts/user_1");
  const [, action, card] = await desk.items();
  expect(action).toMatchObject({ kind: "action", outcome: { message: "Done." } });
  expect(card).toMatchObject({ kind: "card", card: { deleted: true } });
  expect(JSON.stringify(card)).not.toContain("59.90");
});
