import { newId } from "@/lib/kernel/ids";
import { errorReply, join, panelOf, pressAndWait, pressWith, setOptions } from "../../support/buttons";
import { type CardItem, customer, type Desk, newDesk } from "../../support/desk";
import { expect, type Team, test } from "../../support/fixtures";

const noSuchEvent = errorReply(404, "not_found", "This person has no such event. It may have been deleted.");
const recordEvent = async (team: Team, body: object) => String((await team.api("POST", "/events", { body })).body["id"]);
const properties = { amount: "59.90 EUR", reference: "INV-2041", attempt: 2, final: false };

test("includes the event's id in a card until its content is deleted", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  const id = await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  const card = async () => (await desk.items()).find((item): item is CardItem => item.kind === "card")?.card;
  expect(await card()).toMatchObject({ deleted: false, eventId: id });
  await ada.api("DELETE", "/contacts/user_1");
  expect(await card()).toEqual({ deleted: true });
});

test("sends the event with a press on a problem, after the specification's fields and the inputs", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  const occurredAt = "2026-03-01T10:43:00.500Z";
  const eventId = await recordEvent(ada, { event: "Payment failed", userId: "user_1", properties, occurredAt });
  await setOptions(desk, { onProblemCards: true, inputs: [{ type: "text", name: "note", label: "Note" }] });
  await pressAndWait(desk, { eventId, inputs: { note: "é" } });
  await pressAndWait(desk, { inputs: { note: "é" } });
  const [about, beside] = desk.calls().map(({ raw, body }) => raw.toString("utf8").replace(String(body["sentAt"]), "<time>"));
  const { event } = desk.calls()[0]?.body ?? {};
  expect(event).toEqual({ id: eventId, event: "Payment failed", level: "problem", properties, occurredAt });
  expect(Object.keys(event as object)).toEqual(["id", "event", "level", "properties", "occurredAt"]);
  expect(beside).toMatch(/"sentAt":"<time>","inputs":\{"note":"é"\}\}$/);
  expect(about).toBe(`${beside?.slice(0, -1)},"event":${JSON.stringify(event)}}`);
});

test("sends an event of a person without a contact, also after the person is linked", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { onProblemCards: true });
  const eventId = await recordEvent(ada, { event: "Payment failed", phone: customer.phone });
  await pressAndWait(desk, { eventId });
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  await pressAndWait(desk, { eventId });
  expect(desk.calls().map(({ body }) => (body["event"] as { id: string }).id)).toEqual([eventId, eventId]);
});

test("rejects an event of another person or workspace, an unknown one and a deleted one, and sends nothing", async ({
  ada,
  bob,
  receiver,
}) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  await setOptions(desk, { onProblemCards: true });
  await bob.sendMessage(customer);
  await ada.sendMessage({ channel: "whatsapp", phone: "447911000009" });
  const foreign = [
    await recordEvent(ada, { event: "Payment failed", userId: "user_2" }),
    await recordEvent(ada, { event: "Payment failed", phone: "447911000009" }),
    await recordEvent(bob, { event: "Payment failed", phone: customer.phone }),
    newId(),
  ];
  for (const eventId of foreign) expect(await pressWith(desk, { eventId })).toMatchObject(noSuchEvent);
  const own = await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  await ada.api("DELETE", "/contacts/user_1");
  expect(await pressWith(desk, { eventId: own })).toMatchObject(noSuchEvent);
  expect((await pressWith(desk, { eventId: "1 or 1=1" })).status).toBe(400);
  expect(desk.calls()).toEqual([]);
});

test("sends an event only with a button for problem cards, and only a problem", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  const problem = await recordEvent(ada, { event: "Payment failed", userId: "user_1" });
  const info = await recordEvent(ada, { event: "Order placed", userId: "user_1" });
  expect(await pressWith(desk, { eventId: problem })).toMatchObject(
    errorReply(409, "conflict", "This button does not go with an event. Press it beside the chat."),
  );
  await setOptions(desk, { onProblemCards: true });
  expect(await pressWith(desk, { eventId: info })).toMatchObject(errorReply(409, "conflict", "This button goes with problems only."));
  expect((await panelOf(desk)).buttons[0]?.onProblemCards).toBe(true);
  expect(desk.calls()).toEqual([]);
});

test("goes only with the problems that the button names, in any case", async ({ ada, receiver }) => {
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const desk = await newDesk(ada, receiver);
  const failed = await recordEvent(ada, { event: "PAYMENT failed", userId: "user_1" });
  const declined = await recordEvent(ada, { event: "Card declined", userId: "user_1" });
  await setOptions(desk, { onProblemCards: true, problemEvents: [" Payment failed "] });
  expect((await panelOf(desk)).buttons[0]?.problemEvents).toEqual(["Payment failed"]);
  expect(await pressWith(desk, { eventId: declined })).toMatchObject(
    errorReply(409, "conflict", "This button does not go with “Card declined”. Press it beside the chat."),
  );
  await pressAndWait(desk, { eventId: failed });
  expect(desk.calls()).toHaveLength(1);
  // Without names it is on every problem, and switched off on none.
  await setOptions(desk, { onProblemCards: true });
  await pressAndWait(desk, { eventId: declined });
  await setOptions(desk, { onProblemCards: false, problemEvents: ["Payment failed"] });
  expect((await pressWith(desk, { eventId: failed })).status).toBe(409);
});

test("suggests the names of this workspace's problems, the last one first, to admins only", async ({ ada, bob }) => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const old = minutesAgo(31 * 24 * 60);
  for (const [event, userId, occurredAt] of [
    ["Payment failed", "user_1", minutesAgo(3)],
    ["Payment failed", "user_2", minutesAgo(30)],
    ["Card declined", "user_1", minutesAgo(2)],
    ["Login blocked", "user_1", old],
    ["Order placed", "user_1", minutesAgo(1)],
  ])
    await recordEvent(ada, { event, userId, occurredAt });
  await recordEvent(bob, { event: "Parcel rejected", userId: "user_1" });
  const names = async (session: Awaited<ReturnType<Team["signIn"]>>) => session.call("GET", "/actions/problem-names");
  expect((await names(await ada.signIn())).body).toEqual({ names: ["Card declined", "Payment failed"] });
  expect((await names(await bob.signIn())).body).toEqual({ names: ["Parcel rejected"] });
  expect((await names(await join(ada, "agent", "Tom"))).status).toBe(403);
  for (let count = 1; count <= 51; count += 1) await recordEvent(ada, { event: `Payment ${count} failed`, userId: "user_3" });
  const { names: many } = (await names(await ada.signIn())).body as { names: string[] };
  expect(many).toHaveLength(50);
  expect(many[0]).toBe("Payment 51 failed");
});

test("the outcome says what was sent and on which problem, and forgets both with the contact", async ({ ada, bob, receiver }) => {
  const inputs = [
    { type: "number", name: "amount", label: "Amount", unit: "EUR" },
    { type: "text", name: "note", label: "Note" },
  ];
  const reference = "INV-2041";
  const teams = [ada, bob];
  const desks: { desk: Desk; callId: string; sent: object[] }[] = [];
  for (const team of teams) {
    await team.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
    const desk = await newDesk(team, receiver);
    await setOptions(desk, { onProblemCards: true, inputs });
    const eventId = await recordEvent(team, { event: "Payment failed", userId: "user_1", properties: { reference } });
    const { outcome } = await pressAndWait(desk, { eventId, inputs: { amount: 59.9, note: "as agreed" } });
    const about = { event: "Payment failed", reference };
    const sent = [
      { label: "Amount", value: "59.90 EUR" },
      { label: "Note", value: "as agreed" },
    ];
    expect(outcome).toMatchObject({ eventId, about, inputs: sent });
    const beside = await pressAndWait(desk, { inputs: {} });
    for (const name of ["inputs", "about", "eventId"]) expect(beside.outcome).not.toHaveProperty(name);
    desks.push({ desk, callId: outcome.callId, sent });
  }
  await ada.api("DELETE", "/contacts/user_1");
  const noteOf = async ({ desk, callId }: (typeof desks)[number]) => (await desk.outcome(callId)).outcome;
  const [mine, theirs] = desks;
  if (!mine || !theirs) throw new Error("Two desks were made.");
  const forgotten = await noteOf(mine);
  for (const name of ["inputs", "about", "eventId"]) expect(forgotten).not.toHaveProperty(name);
  expect(forgotten).toMatchObject({ state: "succeeded", label: "Refund é 👍" });
  expect(await noteOf(theirs)).toMatchObject({ inputs: theirs.sent });
});
