import { expect, type Team, test } from "../support/fixtures";
import { refusal } from "../support/wire";
import { cardsOf, phone, put, read, whatsapp } from "./world";

const once = (team: Team, key: string, body: object | string) =>
  team.api("POST", "/events", { headers: { "idempotency-key": key }, ...(typeof body === "string" ? { raw: body } : { body }) });

const event = { event: "Payment failed", userId: "u", phone, properties: { amount: "59.90 EUR", attempt: 1 } };

test("the same key and body give the first answer again, and make one event and one card", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.says(whatsapp);
  const first = await once(ada, "k", event);
  expect(first).toMatchObject({ status: 201, body: { postedToConversations: 1 } });
  expect(first.headers.has("idempotency-replayed")).toBe(false);
  for (const again of [await once(ada, "k", event), await once(ada, "k", event)]) {
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  }
  expect((await read(ada, "u")).events).toHaveLength(1);
  expect(await cardsOf(session, chatId)).toHaveLength(1);
});

test("the first answer is given again although the world has changed", async ({ ada }) => {
  const first = await once(ada, "k", event);
  await ada.says(whatsapp);
  const again = await once(ada, "k", event);
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(first.body["postedToConversations"]).toBe(0);
});

test("the order of the fields and the white space do not make another body", async ({ ada }) => {
  const first = await once(ada, "k", '{"event":"Order placed","userId":"u","properties":{"a":1,"b":2}}');
  const again = await once(ada, "k", '{ "properties": {"b": 2, "a": 1},\n "userId": "u", "event": "Order placed" }');
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
  test(`the same key with another ${what} is refused, and changes nothing`, async ({ ada }) => {
    await once(ada, "k", event);
    expect(await once(ada, "k", { ...event, ...fields })).toMatchObject(refusal(409, "idempotency_conflict", /Idempotency-Key/));
    expect((await read(ada, "u")).events).toMatchObject([{ event: "Payment failed", properties: event.properties }]);
    expect(await ada.api("GET", "/contacts/v")).toMatchObject(refusal(404, "customer_not_found"));
  });
}

test("another body is refused even when its person does not exist", async ({ ada }) => {
  await once(ada, "k", event);
  const stranger = { event: "Payment failed", phone: "447911000009" };
  expect(await once(ada, "k", stranger)).toMatchObject(refusal(409, "idempotency_conflict"));
});

test("two keys make two events, and so does none", async ({ ada }) => {
  await once(ada, "k1", event);
  await once(ada, "k2", event);
  await ada.api("POST", "/events", { body: event });
  await ada.api("POST", "/events", { body: event });
  expect((await read(ada, "u")).events).toHaveLength(4);
});

test("a key is the workspace's own, and case-sensitive", async ({ ada, bob }) => {
  await once(ada, "k", event);
  const theirs = await once(bob, "k", { ...event, event: "Order placed" });
  expect(theirs).toMatchObject({ status: 201, body: { event: "Order placed" } });
  expect(theirs.headers.has("idempotency-replayed")).toBe(false);
  expect((await once(ada, "K", event)).headers.has("idempotency-replayed")).toBe(false);
});

test("a key is free again when its contact, and so its event, is deleted", async ({ ada }) => {
  const first = await once(ada, "k", event);
  await ada.api("DELETE", "/contacts/u");
  const again = await once(ada, "k", event);
  expect(again.status).toBe(201);
  expect(again.headers.has("idempotency-replayed")).toBe(false);
  expect(again.body["id"]).not.toBe(first.body["id"]);
  await ada.api("DELETE", "/contacts/u");
  expect(await once(ada, "k", { ...event, event: "Another" })).toMatchObject({ status: 201 });
});

test("a refused event does not use its key up", async ({ ada }) => {
  const body = { event: "Order placed", phone };
  expect(await once(ada, "k", { ...body, level: "urgent" })).toMatchObject(refusal(400, "invalid_request"));
  expect(await once(ada, "k", body)).toMatchObject(refusal(404, "customer_not_found"));
  await ada.says(whatsapp);
  const kept = await once(ada, "k", { ...body, event: "Order paid" });
  expect(kept).toMatchObject({ status: 201, body: { event: "Order paid" } });
  expect(kept.headers.has("idempotency-replayed")).toBe(false);
});

for (const key of ["k", "a".repeat(255), "01a1fd9a-55e7-763b-b92f-f54afdecccc1", "!~#'\"{}"]) {
  test(`the key ${key.slice(0, 40)} is taken`, async ({ ada }) => {
    expect(await once(ada, key, event)).toMatchObject({ status: 201 });
    expect((await once(ada, key, event)).headers.get("idempotency-replayed")).toBe("true");
  });
}

for (const [what, key] of [
  ["that is empty", ""],
  ["of 256 characters", "a".repeat(256)],
  ["with a space", "two words"],
  ["with a tab", "two\twords"],
  ["that is not ASCII", "schlüssel"],
] as const) {
  test(`a key ${what} is refused, and nothing is kept`, async ({ ada }) => {
    expect(await once(ada, key, event)).toMatchObject(refusal(400, "invalid_request", /idempotency-key must have 1 to 255 visible/i));
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(refusal(404, "customer_not_found"));
  });
}

test("on other calls the header has no meaning", async ({ ada }) => {
  const headers = { "idempotency-key": "k" };
  await put(ada, "u");
  expect(await ada.api("PUT", "/contacts/u", { headers, body: { name: "A" } })).toMatchObject({ body: { contact: { name: "A" } } });
  expect(await ada.api("PUT", "/contacts/u", { headers, body: { name: "B" } })).toMatchObject({ body: { contact: { name: "B" } } });
});
