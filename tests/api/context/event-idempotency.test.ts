import { expect, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { cardsOf, getContact, phone, putContact, whatsapp } from "../helpers";

const recordWithKey = (team: Team, key: string, body: object | string) =>
  team.api("POST", "/events", { headers: { "idempotency-key": key }, ...(typeof body === "string" ? { raw: body } : { body }) });

const event = { event: "Payment failed", userId: "u", phone, properties: { amount: "59.90 EUR", attempt: 1 } };

test("returns the first response for the same key and body and records one event and one card", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  const first = await recordWithKey(ada, "k", event);
  expect(first).toMatchObject({ status: 201, body: { postedToConversations: 1 } });
  expect(first.headers.has("idempotency-replayed")).toBe(false);
  for (const again of [await recordWithKey(ada, "k", event), await recordWithKey(ada, "k", event)]) {
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  }
  expect((await getContact(ada, "u")).events).toHaveLength(1);
  expect(await cardsOf(session, chatId)).toHaveLength(1);
});

test("returns the first response again although the state has changed", async ({ ada }) => {
  const first = await recordWithKey(ada, "k", event);
  await ada.sendMessage(whatsapp);
  const again = await recordWithKey(ada, "k", event);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(first.body["postedToConversations"]).toBe(0);
});

test("treats a body with other field order and white space as the same", async ({ ada }) => {
  const first = await recordWithKey(ada, "k", '{"event":"Order placed","userId":"u","properties":{"a":1,"b":2}}');
  const again = await recordWithKey(ada, "k", '{ "properties": {"b": 2, "a": 1},\n "userId": "u", "event": "Order placed" }');
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.body).toEqual(first.body);
});

const others: [what: string, fields: object][] = [
  ["name", { event: "Payment declined" }],
  ["userId", { userId: "v" }],
  ["phone", { phone: "447911000002" }],
  ["properties", { properties: { amount: "59.90 EUR", attempt: 2 } }],
  ["type of a property", { properties: { amount: "59.90 EUR", attempt: "1" } }],
  ["level", { level: "info" }],
  ["time", { occurredAt: "2026-03-01T10:43:00Z" }],
];

for (const [what, fields] of others) {
  test(`rejects the same key with another ${what} and changes nothing`, async ({ ada }) => {
    await recordWithKey(ada, "k", event);
    expect(await recordWithKey(ada, "k", { ...event, ...fields })).toMatchObject(
      errorReply(409, "idempotency_conflict", /Idempotency-Key/),
    );
    expect((await getContact(ada, "u")).events).toMatchObject([{ event: "Payment failed", properties: event.properties }]);
    expect(await ada.api("GET", "/contacts/v")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

test("rejects another body even when its person does not exist", async ({ ada }) => {
  await recordWithKey(ada, "k", event);
  const stranger = { event: "Payment failed", phone: "447911000009" };
  expect(await recordWithKey(ada, "k", stranger)).toMatchObject(errorReply(409, "idempotency_conflict"));
});

test("records two events for two keys and for two requests without a key", async ({ ada }) => {
  await recordWithKey(ada, "k1", event);
  await recordWithKey(ada, "k2", event);
  await ada.api("POST", "/events", { body: event });
  await ada.api("POST", "/events", { body: event });
  expect((await getContact(ada, "u")).events).toHaveLength(4);
});

test("scopes a key to its workspace and treats it as case-sensitive", async ({ ada, bob }) => {
  await recordWithKey(ada, "k", event);
  const theirs = await recordWithKey(bob, "k", { ...event, event: "Order placed" });
  expect(theirs).toMatchObject({ status: 201, body: { event: "Order placed" } });
  expect(theirs.headers.has("idempotency-replayed")).toBe(false);
  expect((await recordWithKey(ada, "K", event)).headers.has("idempotency-replayed")).toBe(false);
});

test("frees a key when its contact, and so its event, is deleted", async ({ ada }) => {
  const first = await recordWithKey(ada, "k", event);
  await ada.api("DELETE", "/contacts/u");
  const again = await recordWithKey(ada, "k", event);
  expect(again.status).toBe(201);
  expect(again.headers.has("idempotency-replayed")).toBe(false);
  expect(again.body["id"]).not.toBe(first.body["id"]);
  await ada.api("DELETE", "/contacts/u");
  expect(await recordWithKey(ada, "k", { ...event, event: "Another" })).toMatchObject({ status: 201 });
});

test("does not use up the key of a rejected event", async ({ ada }) => {
  const body = { event: "Order placed", phone };
  expect(await recordWithKey(ada, "k", { ...body, level: "urgent" })).toMatchObject(errorReply(400, "invalid_request"));
  expect(await recordWithKey(ada, "k", body)).toMatchObject(errorReply(404, "customer_not_found"));
  await ada.sendMessage(whatsapp);
  const recorded = await recordWithKey(ada, "k", { ...body, event: "Order paid" });
  expect(recorded).toMatchObject({ status: 201, body: { event: "Order paid" } });
  expect(recorded.headers.has("idempotency-replayed")).toBe(false);
});

for (const key of ["k", "a".repeat(255), "01a1fd9a-55e7-763b-b92f-f54afdecccc1", "!~#'\"{}"]) {
  test(`accepts the key ${key.slice(0, 40)}`, async ({ ada }) => {
    expect(await recordWithKey(ada, key, event)).toMatchObject({ status: 201 });
    expect((await recordWithKey(ada, key, event)).headers.get("idempotency-replayed")).toBe("true");
  });
}

for (const [what, key] of [
  ["that is empty", ""],
  ["of 256 characters", "a".repeat(256)],
  ["with a space", "two words"],
  ["with a tab", "two\twords"],
  ["that is not ASCII", "schlüssel"],
] as const) {
  test(`rejects a key ${what} and stores nothing`, async ({ ada }) => {
    expect(await recordWithKey(ada, key, event)).toMatchObject(
      errorReply(400, "invalid_request", /idempotency-key must have 1 to 255 visible/i),
    );
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

test("ignores the header on other endpoints", async ({ ada }) => {
  const headers = { "idempotency-key": "k" };
  await putContact(ada, "u");
  expect(await ada.api("PUT", "/contacts/u", { headers, body: { name: "A" } })).toMatchObject({ body: { contact: { name: "A" } } });
  expect(await ada.api("PUT", "/contacts/u", { headers, body: { name: "B" } })).toMatchObject({ body: { contact: { name: "B" } } });
});
