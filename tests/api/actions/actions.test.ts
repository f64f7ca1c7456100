import { newId } from "@/lib/kernel/ids";
import { accepts, customer, type Desk, newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import type { Call } from "../../support/receiver";

/** The only call that the receiver got. */
function onlyCall(desk: Desk): Call {
  const [call, ...more] = desk.calls();
  if (!call || more.length > 0) throw new Error(`The receiver got ${desk.calls().length} calls.`);
  return call;
}

/** The body of spec §2.5, built from what the screens show. Key order counts, so it is compared as text. */
async function bodyBy(desk: Desk, call: Call, channel: { phone: string; visitorId: string | null; email: string | null }) {
  const { person, contact } = (await desk.session.call("GET", `/chats/${desk.chatId}/panel`)).body as {
    person: { id: string; name: string | null };
    contact: { userId: string; email: string | null; phone: string | null; name: string | null } | null;
  };
  const { me } = (await desk.session.call("GET", "/members")).body;
  return JSON.stringify({
    action: "refund",
    label: "Refund é 👍",
    conversationId: desk.chatId,
    customer: { id: person.id, name: person.name ?? "", ...channel },
    contact: contact && { externalId: contact.userId, email: contact.email, phone: contact.phone, name: contact.name },
    agent: { id: me, name: "Olga Owner" },
    sentAt: call.body["sentAt"],
  });
}

const people = [
  {
    title: "a WhatsApp sender without a contact",
    from: customer,
    contact: undefined,
    sent: { phone: "447911000001", visitorId: null, email: null },
  },
  {
    title: "a WhatsApp sender without a name",
    from: { channel: "whatsapp", phone: "447911000002" },
    contact: undefined,
    sent: { phone: "447911000002", visitorId: null, email: null },
  },
  {
    title: "a WhatsApp sender linked to a contact",
    from: customer,
    contact: { name: "Ada Lovelace-Okafor", email: "Ada@Example.com", phone: "+44 7911 000001", attributes: { plan: "pro" } },
    sent: { phone: "447911000001", visitorId: null, email: null },
  },
  {
    title: "a WhatsApp sender linked to a contact with a phone only",
    from: customer,
    contact: { phone: "447911000001" },
    sent: { phone: "447911000001", visitorId: null, email: null },
  },
  {
    title: "a visitor whose phone is only typed",
    from: { channel: "website", visitorId: "v_1", name: "Vera", email: "vera@example.com", phone: "447911000003" },
    contact: undefined,
    sent: { phone: "", visitorId: "v_1", email: "vera@example.com" },
  },
  {
    title: "a visitor named by the website, with a contact that has nothing",
    from: { channel: "website", visitorId: "v_2", userId: "user_1" },
    contact: {},
    sent: { phone: "", visitorId: "v_2", email: null },
  },
];

for (const { title, from, contact, sent } of people) {
  test(`sends exactly the body of the specification for a press about ${title}`, async ({ ada, receiver }) => {
    if (contact) await ada.api("PUT", "/contacts/user_1", { body: contact });
    const desk = await newDesk(ada, receiver, from);
    await desk.pressAndWait();
    const call = onlyCall(desk);
    expect(call.raw.toString("utf8")).toBe(await bodyBy(desk, call, sent));
    const { contact: contactSent } = call.body as { contact: { externalId: string } | null };
    expect(contactSent?.externalId).toBe(contact ? "user_1" : undefined);
  });
}

test("sends the headers of the specification with the press's id as the delivery", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const id = newId();
  await desk.press(id);
  await desk.outcome(id);
  const { headers, raw } = onlyCall(desk);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(raw.length),
    "x-service-delivery": id,
    "x-service-timestamp": expect.stringMatching(/^\d{10}$/),
    "x-service-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    "accept-encoding": "identity",
  });
  expect(headers).not.toHaveProperty("authorization");
  expect(headers).not.toHaveProperty("cookie");
});

test("uses one clock reading for timestamp and sentAt, in UTC with milliseconds", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const before = Date.now();
  await desk.pressAndWait();
  const { headers, body } = onlyCall(desk);
  const sentAt = String(body["sentAt"]);
  expect(sentAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(new Date(sentAt).getTime()).toBeGreaterThanOrEqual(before);
  expect(new Date(sentAt).getTime()).toBeLessThanOrEqual(Date.now());
  expect(headers["x-service-timestamp"]).toBe(String(Math.floor(new Date(sentAt).getTime() / 1000)));
});

test("signs the exact bytes that were sent with the secret as it is revealed", async ({ ada, bob, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.pressAndWait();
  const call = onlyCall(desk);
  const { secret } = (await desk.session.call("POST", "/actions/secret/reveal", {})).body;
  const other = (await (await bob.signIn()).call("POST", "/actions/secret/reveal", {})).body;
  expect(accepts(String(secret), call)).toBe(true);
  expect(accepts(String(other["secret"]), call)).toBe(false);
  expect(accepts(String(secret), { ...call, raw: Buffer.concat([call.raw, Buffer.from(" ")]) })).toBe(false);
});

test("sends once for the same press id, repeated later or ten times at once", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const id = newId();
  const together = await Promise.all(Array.from({ length: 10 }, () => desk.press(id)));
  await desk.outcome(id);
  const later = await desk.press(id);
  for (const reply of together)
    expect(reply).toMatchObject({ status: 202, body: { callId: id, buttonId: desk.buttonId, agentName: "Olga Owner" } });
  expect(later.body).toEqual(together[0]?.body);
  expect(later.status).toBe(202);

  await desk.pressAndWait();
  expect(
    desk
      .calls()
      .map(({ headers }) => headers["x-service-delivery"])
      .filter((delivery) => delivery === id),
  ).toHaveLength(1);
  expect((await desk.items()).filter((item) => item.kind === "action" && item.outcome.callId === id)).toHaveLength(1);
});

test("sends two deliveries for two presses of a button", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await desk.pressAndWait();
  await desk.pressAndWait();
  expect(new Set(desk.calls().map(({ headers }) => headers["x-service-delivery"])).size).toBe(2);
});

test("sends one of ten different presses of one button at once and rejects nine", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  let release = () => {};
  desk.replyWith(new Promise((resolve) => (release = () => resolve({}))));
  const replies = await Promise.all(Array.from({ length: 10 }, () => desk.press()));
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)]);
  release();
  const sent = replies.find(({ status }) => status === 202);
  await desk.outcome(String(sent?.body["callId"]));
  expect(desk.calls()).toHaveLength(1);
});

test("rejects a press with an explanation while the button's call is running", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  let release = () => {};
  desk.replyWith(new Promise((resolve) => (release = () => resolve({}))));
  const id = newId();
  await desk.press(id);
  await expect.poll(() => desk.calls().length).toBe(1);
  const panel = await desk.session.call("GET", `/chats/${desk.chatId}/panel`);
  expect(panel.body["running"]).toEqual([
    {
      callId: id,
      buttonId: desk.buttonId,
      label: "Refund é 👍",
      agentName: "Olga Owner",
      state: "sending",
      startedAt: expect.any(String),
    },
  ]);

  const refused = await desk.press();
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: "conflict", message: "Olga Owner pressed this just now, and it is still running." } },
  });
  release();
  await desk.outcome(id);
  expect((await desk.session.call("GET", `/chats/${desk.chatId}/panel`)).body["running"]).toEqual([]);
  await desk.pressAndWait();
  expect(desk.calls()).toHaveLength(2);
});

test("does not block another button or another chat while a button's call is running", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const second = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  const other = await ada.sendMessage({ channel: "website", visitorId: "v_9" });
  receiver.on(`/${ada.workspace}`, ({ body }) => (body["action"] === "refund" && body["conversationId"] === desk.chatId ? "silence" : {}));
  await desk.press();

  const resend = await desk.press(newId(), String(second.body["id"]));
  expect((await desk.outcome(String(resend.body["callId"]))).outcome).toMatchObject({ label: "Resend", state: "succeeded" });
  const elsewhere = await desk.session.call("POST", `/chats/${other.chatId}/actions`, { id: newId(), buttonId: desk.buttonId });
  expect(elsewhere.status).toBe(202);
  await expect.poll(async () => (await desk.items(other.chatId)).some(({ kind }) => kind === "action")).toBe(true);
});

test("rejects an id that was used for another button or chat and sends nothing", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  const second = await desk.session.call("POST", "/actions/buttons", { label: "Resend", action: "resend" });
  const other = await ada.sendMessage({ channel: "website", visitorId: "v_9" });
  const id = newId();
  await desk.press(id);
  await desk.outcome(id);
  const another = await desk.press(id, String(second.body["id"]));
  const elsewhere = await desk.session.call("POST", `/chats/${other.chatId}/actions`, { id, buttonId: desk.buttonId });
  expect([another.status, elsewhere.status]).toEqual([409, 409]);
  expect(desk.calls()).toHaveLength(1);
});
