import { newId } from "@/lib/kernel/ids";
import { errorReply, panelOf, pressAndWait, pressWith, setOptions } from "../support/buttons";
import { type CardItem, customer, newDesk } from "../support/desk";
import { expect, type Team, test } from "../support/fixtures";

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
