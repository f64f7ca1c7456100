import { newId } from "@/lib/kernel/ids";
import { callOf } from "../../support/calls";
import { newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";
import { openStream } from "../../support/listening";

const phone = "447911000001";
const sender = { channel: "whatsapp", phone } as const;

test("treats the same userId and phone in two workspaces as two people", async ({ ada, bob }) => {
  const [hers, his] = [await ada.sendMessage(sender), await bob.sendMessage(sender)];
  const bobs = await bob.signIn();
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada's", phone } });
  const event = await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", phone } });
  expect(event.body["postedToConversations"]).toBe(1);

  expect((await bob.api("GET", "/contacts/user_1")).status).toBe(404);
  expect((await bobs.call("GET", `/chats/${his.chatId}/panel`)).body).toMatchObject({ contact: null, problems: [], linkedChatsCount: 1 });
  expect((await bobs.call("GET", `/chats/${his.chatId}/items`)).body["lastSeq"]).toBe(1);
  expect(hers.chatId).not.toBe(his.chatId);

  await bob.api("PUT", "/contacts/user_1", { body: { name: "Bob's" } });
  await bob.api("DELETE", "/contacts/user_1");
  expect((await ada.api("GET", "/contacts/user_1")).body).toMatchObject({ contact: { name: "Ada's" }, linkedChats: 1 });
});

test("does not find a phone that chats in another workspace", async ({ ada, bob }) => {
  await ada.sendMessage(sender);
  const reply = await bob.api("POST", "/events", { body: { event: "Payment failed", phone } });
  expect(reply).toMatchObject({ status: 404, body: { error: { code: "customer_not_found" } } });
});

test("accepts an Idempotency-Key that another workspace used", async ({ ada, bob }) => {
  const record = (team: Team, event: string) =>
    team.api("POST", "/events", { headers: { "idempotency-key": "order-1" }, body: { event, userId: "user_1" } });
  const [hers, his] = [await record(ada, "Hers"), await record(bob, "His")];
  expect([hers.status, his.status]).toEqual([201, 201]);
  expect(his.headers.get("idempotency-replayed")).toBeNull();
  expect(his.body["id"]).not.toBe(hers.body["id"]);
});

test("accepts a message id that another workspace used", async ({ ada, bob }) => {
  const id = newId();
  const [hers, his] = [await ada.sendMessage(sender, "Hers", id), await bob.sendMessage(sender, "His", id)];
  const read = async (team: Team, chatId: string) => (await (await team.signIn()).call("GET", `/chats/${chatId}/items`)).body["items"];
  expect(await read(ada, hers.chatId)).toMatchObject([{ id, text: "Hers" }]);
  expect(await read(bob, his.chatId)).toMatchObject([{ id, text: "His" }]);
});

test("accepts a press id that another workspace used, with each workspace's own secret and address", async ({ ada, bob, receiver }) => {
  const id = newId();
  const [hers, his] = [await newDesk(ada, receiver), await newDesk(bob, receiver)];
  hers.replyWith({ body: { message: "Hers" } });
  his.replyWith({ body: { message: "His" } });
  await Promise.all([hers.press(id), his.press(id)]);
  expect((await hers.outcome(id)).outcome.message).toBe("Hers");
  expect((await his.outcome(id)).outcome.message).toBe("His");
  expect((await callOf(hers.session, id)).sendings).toMatchObject([{ id, state: "succeeded" }]);
  expect((await callOf(his.session, id)).sendings).toHaveLength(1);
  const [first, second] = [hers.calls(), his.calls()].map((calls) => calls.map(({ headers }) => headers["x-service-signature"]));
  expect([first?.length, second?.length]).toEqual([1, 1]);
  expect(first).not.toEqual(second);
});

test("sends no notification of another workspace on a stream", async ({ ada, bob, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const { cookie } = await bob.signIn();
  const stream = await openStream(ada.url, bob.workspace, cookie);
  await ada.api("PUT", "/contacts/user_1", { body: { phone, name: "Ada" } });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  await ada.sendMessage(sender);
  await desk.pressAndWait();
  await desk.session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  await ada.api("DELETE", "/contacts/user_1");

  const own = await bob.sendMessage(sender);
  await stream.waitFor("change", ({ data }) => data.chats?.some(({ id }) => id === own.chatId) === true);
  expect(stream.received.map(({ event }) => event)).toEqual(["ready", "change"]);
  stream.close();
});

test("gives a key access to its own workspace only and revokes it there", async ({ ada, bob }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada" } });
  const asBob = await ada.api("GET", "/contacts/user_1", { headers: { authorization: `Bearer ${bob.key}` } });
  expect(asBob).toMatchObject({ status: 404, body: { error: { code: "customer_not_found" } } });
  const session = await bob.signIn();
  const { keys } = (await session.call("GET", "/keys")).body as { keys: { id: string }[] };
  for (const { id } of keys) await session.call("DELETE", `/keys/${id}`);
  expect((await bob.api("GET", "/contacts/user_1")).status).toBe(401);
  expect((await ada.api("GET", "/contacts/user_1")).status).toBe(200);
});
