import { expect, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { getContact, putContact } from "../helpers";

const strings: [what: string, raw: string][] = [
  ["a NUL in a known field", String.raw`{"name":"A\u0000da"}`],
  ["a NUL in an attribute", String.raw`{"attributes":{"plan":"\u0000"}}`],
  ["a NUL in an attribute's name", String.raw`{"attributes":{"pl\u0000an":"pro"}}`],
  ["a NUL in an unknown field", String.raw`{"nmae":["A\u0000da"]}`],
  ["a NUL in an unknown field's name", String.raw`{"nm\u0000ae":1}`],
  ["the first half of a surrogate pair", String.raw`{"name":"A\ud83dda"}`],
  ["the second half of a surrogate pair", String.raw`{"attributes":{"plan":"\ude00"}}`],
  ["a surrogate pair the wrong way round", String.raw`{"name":"\ude00\ud83d"}`],
  ["half a surrogate pair in an attribute's name", String.raw`{"attributes":{"\ud83d":"pro"}}`],
  ["half a surrogate pair in an unknown field", String.raw`{"nmae":{"a":"\ud83d"}}`],
  ["__proto__ as a field", '{"__proto__":{"name":"Eve"}}'],
  ["__proto__ as an attribute", '{"attributes":{"__proto__":"pro"}}'],
  ["__proto__ to be removed", '{"attributes":{"__proto__":null}}'],
  ["__proto__ written with escapes", String.raw`{"attributes":{"\u005f_proto__":1}}`],
  ["__proto__ deep in an unknown field", '{"nmae":{"a":[{"__proto__":{}}]}}'],
];

for (const [what, raw] of strings) {
  test(`rejects ${what} and stores nothing`, async ({ ada }) => {
    expect(await ada.api("PUT", "/contacts/u", { raw })).toMatchObject(errorReply(400, "invalid_request"));
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

for (const raw of [
  String.raw`{"event":"Order\u0000 placed","userId":"u"}`,
  String.raw`{"event":"Order placed","userId":"u","properties":{"a":"\ud83d"}}`,
  '{"event":"Order placed","userId":"u","properties":{"__proto__":"a"}}',
]) {
  test(`rejects the event ${raw} and stores nothing`, async ({ ada }) => {
    expect(await ada.api("POST", "/events", { raw })).toMatchObject(errorReply(400, "invalid_request"));
    expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  });
}

test("stores every other character as it was sent", async ({ ada }) => {
  const name = 'é é \ud83d\udc69\u200d\ud83d\udcbb \u202e \u0001 \ufeff \uffff "\\/ \n\t';
  await putContact(ada, "u", { name, attributes: { [name]: name } });
  expect((await getContact(ada, "u")).contact).toMatchObject({ name, attributes: { [name]: name } });
  expect(await ada.api("PUT", "/contacts/v", { raw: String.raw`{"name":"\ud83d\ude00"}` })).toMatchObject({
    body: { contact: { name: "😀" } },
  });
});

const names = ["constructor", "toString", "hasOwnProperty", "userId", "0"];

test("stores names that JavaScript predefines like any other", async ({ ada }) => {
  const attributes = Object.fromEntries(names.map((name) => [name, name]));
  await putContact(ada, "u", { attributes });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", properties: attributes } });
  expect(await getContact(ada, "u")).toMatchObject({ contact: { attributes }, events: [{ properties: attributes }] });
});

for (const name of names) {
  test(`rejects a wrong value under the name ${name} as an invalid request`, async ({ ada }) => {
    const message = new RegExp(`^(properties|attributes)\\.${name} must be .*; you sent an array\\.$`);
    const event = { event: "Order placed", userId: "u", properties: { [name]: [] } };
    expect(await ada.api("POST", "/events", { body: event })).toMatchObject(errorReply(400, "invalid_request", message));
    expect(await ada.api("PUT", "/contacts/u", { body: { attributes: { [name]: [] } } })).toMatchObject(
      errorReply(400, "invalid_request", message),
    );
  });
}

const exact = ["9007199254740991", "-9007199254740991", "0", "-1.5", "0.1", "1e-300", "1e-7", "123456789.125", "1.5e15"];

for (const number of exact) {
  test(`stores the number ${number}`, async ({ ada }) => {
    expect(await ada.api("PUT", "/contacts/u", { raw: `{"attributes":{"n":${number}}}` })).toMatchObject({ status: 200 });
    expect((await getContact(ada, "u")).contact.attributes).toEqual({ n: Number(number) });
  });
}

const inexact = [
  "9007199254740993",
  "-9007199254740993",
  "18446744073709551616",
  "12345678901234567890123",
  "12345678901234567890.0",
  "1e300",
  "1e-400",
  "-0.5E-0400",
];

for (const number of inexact) {
  test(`rejects the number ${number}, which JSON cannot carry exactly, and stores it as a string`, async ({ ada }) => {
    const message = /^attributes\.n .*send it as a string/;
    const refused = await ada.api("PUT", "/contacts/u", { raw: `{"attributes":{"n":${number}}}` });
    expect(refused).toMatchObject(errorReply(400, "invalid_request", message));
    expect(await putContact(ada, "u", { attributes: { n: number } })).toMatchObject({ contact: { attributes: { n: number } } });
  });
}

for (const number of ["1e400", "-1e400"]) {
  test(`rejects the number ${number}`, async ({ ada }) => {
    const raw = `{"event":"Order placed","userId":"u","properties":{"n":${number}}}`;
    expect(await ada.api("POST", "/events", { raw })).toMatchObject(
      errorReply(400, "invalid_request", /^properties\.n must be a finite number/),
    );
  });
}

test("rejects an integer that JSON cannot carry exactly in an unknown field too", async ({ ada }) => {
  const raw = '{"id":9007199254740993}';
  expect(await ada.api("PUT", "/contacts/u", { raw })).toMatchObject(errorReply(400, "invalid_request", /^id .*send it as a string/));
});

test("accepts a long number in a string and a long fraction", async ({ ada }) => {
  const raw = String.raw`{"attributes":{"a":1e-300,"b":1234567890123456,"c":"\"9007199254740993","9007199254740993":0.12345678901234567}}`;
  expect(await ada.api("PUT", "/contacts/u", { raw })).toMatchObject({ status: 200 });
});

const unknown: [what: string, sent: string[]][] = [
  ["a typo", ["nmae"]],
  ["two", ["nmae", "emial"]],
  ["not ASCII", ["größe", "名前", "👍"]],
  ["made of line breaks", ["a\r\nset-cookie: b"]],
  ["holding commas and colons", ["a, b: c;d"]],
  ["known to JavaScript", ["constructor", "toString"]],
];

for (const [what, sent] of unknown) {
  test(`ignores unknown fields whose names are ${what} and lists them in the header`, async ({ ada }) => {
    const body = { name: "Ada", ...Object.fromEntries(sent.map((name) => [name, "x"])) };
    const { status, headers, body: reply } = await ada.api("PUT", "/contacts/u", { body });
    expect(status).toBe(200);
    const ignored = headers.get("x-ignored-fields") ?? "";
    expect(ignored.split(", ").map(decodeURIComponent)).toEqual(sent);
    expect(headers.get("set-cookie")).toBeNull();
    expect(reply).toMatchObject({ contact: { name: "Ada", attributes: {} } });
  });
}

test("lists a plain name unencoded, also for events and rejected calls", async ({ ada }) => {
  const event = { event: "Order placed", userId: "u", nmae: 1, "first name": 1 };
  expect((await ada.api("POST", "/events", { body: event })).headers.get("x-ignored-fields")).toBe("nmae, first name");
  const refused = await ada.api("POST", "/events", { body: { evnet: "Order placed", userId: "u" } });
  expect(refused).toMatchObject(errorReply(400, "invalid_request", /^event /));
  expect(refused.headers.get("x-ignored-fields")).toBe("evnet");
});

test("lists unknown parameters of every call that is no list, also without a body", async ({ ada }) => {
  const event = { event: "Order placed", userId: "user_1", nmae: 1 };
  const ignored = (reply: { headers: Headers }) => reply.headers.get("x-ignored-fields");
  expect(ignored(await ada.api("POST", "/events?verbose=true", { body: event }))).toBe("verbose, nmae");
  expect(ignored(await ada.api("PUT", "/contacts/user_1?mode=1&mode=2", { body: {} }))).toBe("mode");
  expect(ignored(await ada.api("GET", "/contacts/user_1?mode=1"))).toBe("mode");
  expect(ignored(await ada.api("DELETE", "/contacts/user_1?mode=1"))).toBe("mode");
  expect(ignored(await ada.api("PUT", "/contacts/user_1", { body: {} }))).toBeNull();
});

test("lists the first 64 characters of a long name", async ({ ada }) => {
  const reply = await ada.api("PUT", "/contacts/u", { body: { ["a".repeat(65)]: 1, ["b".repeat(64)]: 1 } });
  expect(reply.headers.get("x-ignored-fields")).toBe(`${"a".repeat(64)}, ${"b".repeat(64)}`);
});

test("omits the header when every field is known", async ({ ada }) => {
  const reply = await ada.api("PUT", "/contacts/u", { body: { name: "Ada", email: null, phone: "", attributes: {} } });
  expect(reply.status).toBe(200);
  expect(reply.headers.has("x-ignored-fields")).toBe(false);
});

test("lists some of the names when a body has only unknown fields", async ({ ada }) => {
  const body = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`unknown-${index}`, 1]));
  const reply = await ada.api("PUT", "/contacts/u", { body });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("x-ignored-fields")).toMatch(/^unknown-0, unknown-1/);
});

test("limits the header to 1,000 characters for any names and records the event", async ({ ada }) => {
  const names = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}${"名".repeat(64)}`, 1]));
  const reply = await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", ...names } });
  expect(reply.status).toBe(201);
  const named = reply.headers.get("x-ignored-fields") ?? "";
  expect(decodeURIComponent(named)).toMatch(/^0名/);
  expect(named.length).toBeLessThanOrEqual(1_000);
});
