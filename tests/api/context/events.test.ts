import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, phone, putContact, recordEvent, whatsapp } from "../helpers";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const smile = "👍";
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

test("posts an event to the chat of the person with that phone", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  const event = await ada.api("POST", "/events", { body: { event: "Payment failed", phone: "+44 7911 000001" } });
  expect(event).toMatchObject({ status: 201, body: { level: "problem", postedToConversations: 1 } });
});

test("responds to a recorded event with five fields", async ({ ada }) => {
  const sent = { event: "Order placed", userId: "u", level: "info", occurredAt: "2026-03-01T10:43:00Z" };
  const reply = await ada.api("POST", "/events", { body: sent });
  expect(reply.status).toBe(201);
  expect(reply.body).toEqual({
    id: expect.stringMatching(uuid),
    event: "Order placed",
    level: "info",
    occurredAt: "2026-03-01T10:43:00.000Z",
    postedToConversations: 0,
  });
});

test("trims a name and stores it trimmed", async ({ ada }) => {
  expect((await recordEvent(ada, { userId: "u", event: " \n Order  placed\t " })).event).toBe("Order  placed");
  expect((await getContact(ada, "u")).events).toMatchObject([{ event: "Order  placed" }]);
});

const valid: [what: string, fields: object][] = [
  ["a name of 1 character", { event: "x" }],
  ["a name of 120 characters", { event: "n".repeat(120) }],
  ["a name of 120 emoji", { event: smile.repeat(120) }],
  ["no properties", { properties: {} }],
  ["20 properties", { properties: many(20) }],
  ["a property's name of 64 characters", { properties: { ["k".repeat(64)]: 1 } }],
  ["a property's name of 64 emoji", { properties: { [smile.repeat(64)]: 1 } }],
  ["a text of 1,000 characters", { properties: { a: "v".repeat(1000) } }],
  ["a text of 1,000 emoji", { properties: { a: smile.repeat(1000) } }],
  ["texts, numbers and booleans", { properties: { amount: "59.90 EUR", n: -1.5, zero: 0, yes: true, no: false, empty: "" } }],
];

for (const [what, fields] of valid) {
  test(`stores ${what} as sent`, async ({ ada }) => {
    await recordEvent(ada, { userId: "u", ...fields });
    expect((await getContact(ada, "u")).events).toMatchObject([{ event: "Order placed", properties: {}, ...fields }]);
  });
}

test("stores 120 characters with white space around them", async ({ ada }) => {
  expect((await recordEvent(ada, { userId: "u", event: `  ${"n".repeat(120)}  ` })).event).toHaveLength(120);
});

const invalid: [what: string, fields: object, message: RegExp][] = [
  ["no name", { event: undefined }, /^event must be a string.*; you sent nothing\.$/],
  ["null as the name", { event: null }, /^event must be a string.*; you sent null\.$/],
  ["a number as the name", { event: 7 }, /^event must be a string.*; you sent a number\.$/],
  ["an empty name", { event: "" }, /^event must not be empty/],
  ["a name of white space", { event: " \n\u00a0 " }, /^event must not be empty/],
  ["a name of 121 characters", { event: "n".repeat(121) }, /^event must have at most 120 characters; you sent 121\.$/],
  ["a name of 121 emoji", { event: smile.repeat(121) }, /^event must have at most 120 characters; you sent 121\.$/],
  ["21 properties", { properties: many(21) }, /^properties must have at most 20 entries; you sent 21\.$/],
  ["an array as properties", { properties: [1] }, /^properties must be an object.*; you sent an array\.$/],
  ["a text as properties", { properties: "a=1" }, /^properties must be an object.*; you sent a string\.$/],
  ["null as properties", { properties: null }, /^properties must be an object.*; you sent null\.$/],
  ["a property that is null", { properties: { a: null } }, /^properties\.a must be a string, a number or a boolean; you sent null\.$/],
  [
    "a property that is an array",
    { properties: { amount: [] } },
    /^properties\.amount must be a string, a number or a boolean; you sent an array\.$/,
  ],
  [
    "a property that is an object",
    { properties: { a: { b: 1 } } },
    /^properties\.a must be a string, a number or a boolean; you sent an object\.$/,
  ],
  ["a property without a name", { properties: { "": 1 } }, /^properties must have names of 1 to 64 characters; you sent one of 0\.$/],
  ["a property's name of 65 characters", { properties: { ["k".repeat(65)]: 1 } }, /^properties must have names .*you sent one of 65\.$/],
  ["a property's name of 65 emoji", { properties: { [smile.repeat(65)]: 1 } }, /^properties must have names .*you sent one of 65\.$/],
  [
    "a text of 1,001 characters",
    { properties: { a: "v".repeat(1001) } },
    /^properties\.a must have at most 1,000 characters; you sent 1001\.$/,
  ],
  ["a text of 1,001 emoji", { properties: { a: smile.repeat(1001) } }, /^properties\.a .*you sent 1001\.$/],
  ["an unknown level", { level: "warning" }, /^level must be "problem" or "info"; you sent "warning"\.$/],
  ["a level in capitals", { level: "Problem" }, /^level must be "problem" or "info"; you sent "Problem"\.$/],
  ["null as the level", { level: null }, /^level must be "problem" or "info"; you sent null\.$/],
  ["a number as the level", { level: 1 }, /^level must be "problem" or "info"; you sent a number\.$/],
  ["neither userId nor phone", { userId: undefined }, /userId.*phone/],
];

for (const [what, fields, message] of invalid) {
  test(`rejects an event with ${what} and stores nothing`, async ({ ada }) => {
    const body = { event: "Order placed", userId: "u", ...fields };
    expect(await ada.api("POST", "/events", { body })).toMatchObject(errorReply(400, "invalid_request", message));
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

test("does not change other fields of a contact", async ({ ada }) => {
  const { contact } = await putContact(ada, "u", { name: "Ada", email: "ada@example.com", phone, attributes: { plan: "pro" } });
  const event = { event: "Renamed", userId: "u", phone, name: "Eve", email: "eve@example.com", attributes: { plan: "free" } };
  const reply = await ada.api("POST", "/events", { body: { ...event, properties: { name: "Eve", plan: "free" } } });
  expect(reply.status).toBe(201);
  expect(reply.headers.get("x-ignored-fields")).toBe("name, email, attributes");
  expect((await getContact(ada, "u")).contact).toEqual(contact);
});
