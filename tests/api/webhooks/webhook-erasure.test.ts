import { setTimeout as pause } from "node:timers/promises";
import { newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";
import { getContact, phone, putContact, recordEvent, whatsapp } from "../helpers";
import { addEndpoint, callsTo, type Endpoint, messageOf } from "./helpers";

const listed = async (team: Team) => {
  const reply = await team.api("GET", "/webhook-events?content=true&limit=200");
  expect(reply.status, reply.text).toBe(200);
  return reply.text;
};

const statesOf = async (team: Team, { id }: Endpoint) =>
  ((await (await team.signIn()).call("GET", `/webhooks/${id}/deliveries`)).body["items"] as { state: string }[]).map(({ state }) => state);

test("forgets with a contact what was known of its people before the link, and sends it no more", async ({ ada, bob, receiver }) => {
  const types = ["event.received", "problem.opened"];
  const endpoint = await addEndpoint(ada, receiver, { types, content: true });
  const theirs = await addEndpoint(bob, receiver, { types, content: true });
  const secrets = ["Card 4242 declined", "DE89 3704", "INV-7"];
  const event = { event: secrets[0], phone, properties: { iban: secrets[1], reference: secrets[2] } };
  for (const team of [ada, bob]) {
    await team.sendMessage(whatsapp);
    await recordEvent(team, event);
  }
  await callsTo(receiver, endpoint, 2);
  await callsTo(receiver, theirs, 2);
  expect(await putContact(ada, "user_1", { phone })).toMatchObject({ linkedChats: 1 });
  // Their events followed the link.
  await expect.poll(async () => (await getContact(ada, "user_1")).events).toMatchObject([{ event: secrets[0] }]);
  for (const text of secrets) expect(await listed(ada)).toContain(text);

  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  for (const text of secrets) expect(await listed(ada)).not.toContain(text);
  await expect.poll(async () => new Set(await statesOf(ada, endpoint))).toEqual(new Set(["delivered"]));
  const before = receiver.calls(endpoint.path).length;
  const time = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString(), delivered: true };
  expect((await ada.api("POST", `/webhook-endpoints/${endpoint.id}/replay`, { body: time })).body).toMatchObject({ replayed: before });
  for (const call of (await callsTo(receiver, endpoint, 2 * before)).slice(before))
    expect(messageOf(call).data).toEqual({ erased: true, sequence: expect.any(Number) });
  for (const text of secrets) expect(await listed(bob)).toContain(text);
});

test("forgets with a contact what came of its people while they were linked to another one", async ({ ada, receiver }) => {
  await addEndpoint(ada, receiver, { types: ["event.received"], content: true });
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  const link = async (method: string, userId: string) => {
    const reply = await session.call(method, `/chats/${chatId}/link`, { userId });
    expect(reply.status, reply.text).toBe(200);
  };
  for (const userId of ["first", "second"]) await putContact(ada, userId);
  await recordEvent(ada, { userId: "first", event: "Order of the first" });
  await link("POST", "first");
  await recordEvent(ada, { phone, event: "Card 4242 declined" });
  await link("DELETE", "first");
  await link("POST", "second");
  await expect.poll(async () => (await getContact(ada, "second")).events).toMatchObject([{ event: "Card 4242 declined" }]);
  expect(await listed(ada)).toContain("4242");
  expect((await ada.api("DELETE", "/contacts/second")).status).toBe(200);
  expect(await listed(ada)).not.toContain("4242");
  expect(await listed(ada)).toContain("Order of the first");
});

test("forgets with a contact why a call was refused, also of one before the link", async ({ ada, receiver }) => {
  const endpoint = await addEndpoint(ada, receiver, { types: ["action.refused"], content: true });
  const desk = await newDesk(ada, receiver);
  const press = async (message: string) => {
    desk.replyWith({ status: 400, body: { message } });
    await desk.pressAndWait();
  };
  await press("Ada has no card.");
  await putContact(ada, "user_1", { phone });
  await press("Ada moved to Leeds.");
  for (const [nth, call] of (await callsTo(receiver, endpoint, 2)).entries())
    expect(messageOf(call).data["content"]).toEqual({ reason: ["Ada has no card.", "Ada moved to Leeds."][nth] });
  expect(await listed(ada)).toContain("Leeds");
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  for (const text of ["Ada has no card.", "Leeds", "user_1"]) expect(await listed(ada)).not.toContain(text);
  expect(await listed(ada)).toContain(desk.chatId);
});

test("shows no answer about a deleted contact that comes after the deletion", async ({ ada, receiver }) => {
  const types = ["event.received", "message.received"];
  const endpoint = await addEndpoint(ada, receiver, { types });
  let answer = () => {};
  const isDeleted = new Promise<void>((resolve) => {
    answer = resolve;
  });
  receiver.on(endpoint.path, async () => {
    await isDeleted;
    return { body: "Thanks, Ada Okafor." };
  });
  await putContact(ada, "user_1", { phone });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  await ada.sendMessage(whatsapp);
  const calls = await callsTo(receiver, endpoint, 2);
  expect((await ada.api("DELETE", "/contacts/user_1")).status).toBe(200);
  // Meanwhile the removal empties what is stored. Nothing shows when it is done, and the endpoint has 15 seconds.
  await pause(6_000);
  answer();
  const session = await ada.signIn();
  for (const { headers } of calls) {
    const attempts = async () =>
      (await session.call("GET", `/webhooks/${endpoint.id}/deliveries/${headers["webhook-id"]}`)).body["attempts"] as object[];
    await expect.poll(attempts).toMatchObject([{ status: 200, replyBody: null }]);
  }
});
