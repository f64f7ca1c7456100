import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "../../support/fixtures";
import { errorReply, sendBytes, sendRequest } from "../../support/wire";
import { getContact } from "../helpers";

const event = { event: "Order placed", userId: "u" };
const json = JSON.stringify(event);
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

const invalid: [what: string, raw: string | Uint8Array, message: RegExp][] = [
  ["no body", "", /you sent nothing/],
  ["white space", " \n", /you sent nothing/],
  ["null", "null", /you sent null/],
  ["a boolean", "true", /you sent a boolean/],
  ["a number", "1", /you sent a number/],
  ["a string", '"text"', /you sent a string/],
  ["an array", `[${json}]`, /you sent an array/],
  ["half an object", '{"event":', /^The body is not valid JSON\.$/],
  ["two objects", json + json, /not valid JSON/],
  ["a comma too many", '{"event":"Order placed","userId":"u",}', /^The body is not valid JSON, at position 37( \(line 1 column 38\))?\.$/],
  ["single quotes", "{'event':'Order placed','userId':'u'}", /not valid JSON/],
  ["NaN", '{"event":"Order placed","userId":"u","properties":{"n":NaN}}', /not valid JSON/],
  ["a raw line break in a string", '{"event":"Order\nplaced","userId":"u"}', /not valid JSON/],
  ["form data", "event=Order+placed&userId=u", /not valid JSON/],
  ["a byte that is not UTF-8", bytes('{"event":"Order ', [0xff], '","userId":"u"}'), /UTF-8/],
  ["a cut-off character", bytes('{"event":"Order ', [0xc3, 0x28], '","userId":"u"}'), /UTF-8/],
  ["an overlong character", bytes('{"event":"Order ', [0xc0, 0xaf], '","userId":"u"}'), /UTF-8/],
  ["half a surrogate pair in UTF-8", bytes('{"event":"Order ', [0xed, 0xa0, 0x80], '","userId":"u"}'), /UTF-8/],
  ["UTF-16", Buffer.from(json, "utf16le"), /./],
];

for (const [what, raw, message] of invalid) {
  test(`rejects ${what} as the body`, async ({ ada }) => {
    expect(await ada.api("POST", "/events", { raw })).toMatchObject(errorReply(400, "invalid_request", message));
  });
}

for (const type of [
  "application/json",
  "application/json; charset=latin1",
  "text/plain",
  "application/x-www-form-urlencoded",
  "what/ever",
  "nonsense",
]) {
  test(`reads a body of the type ${type} as JSON`, async ({ ada }) => {
    const body = { ...event, event: "Käse 👍" };
    const reply = await ada.api("POST", "/events", { headers: { "content-type": type }, body });
    expect(reply).toMatchObject({ status: 201, body: { event: "Käse 👍" } });
  });
}

test("reads a body without a type as JSON", async ({ ada }) => {
  const headers = { authorization: `Bearer ${ada.key}` };
  const response = await sendRequest(ada.url, { method: "POST", path: "/api/v1/events", headers, body: json });
  expect(response).toMatchObject({ status: 201, body: { event: "Order placed" } });
});

test("accepts a byte order mark before the body", async ({ ada }) => {
  const reply = await ada.api("POST", "/events", { raw: bytes([0xef, 0xbb, 0xbf], json) });
  expect(reply).toMatchObject({ status: 201, body: { event: "Order placed" } });
});

for (const [encoding, raw] of [
  ["gzip", gzipSync(json)],
  ["br", brotliCompressSync(json)],
  ["GZIP", Buffer.from(json)],
  ["gzip, identity", gzipSync(json)],
] as const) {
  test(`rejects a body with the Content-Encoding ${encoding}`, async ({ ada }) => {
    const reply = await ada.api("POST", "/events", { headers: { "content-encoding": encoding }, raw });
    expect(reply).toMatchObject(errorReply(400, "invalid_request", /Content-Encoding/));
  });
}

test("accepts a body of exactly 64 KiB", async ({ ada }) => {
  expect(await ada.api("POST", "/events", { raw: json.padEnd(65_536) })).toMatchObject({ status: 201 });
});

test("rejects a body of 64 KiB and one byte", async ({ ada }) => {
  expect(await ada.api("POST", "/events", { raw: json.padEnd(65_537) })).toMatchObject(errorReply(413, "payload_too_large", /64 KiB/));
});

for (const [size, status, tag] of [
  [65_536, 201, []],
  [65_537, 413, []],
  // Whether the answer reaches a caller who goes on sending is up to server.mjs.
  [12_000_000, 413, ["@server"]],
] as const) {
  test(`responds with ${status} to a chunked body of ${size} bytes`, { tag: [...tag] }, async ({ ada }) => {
    const headers = { authorization: `Bearer ${ada.key}`, "transfer-encoding": "chunked" };
    const response = await sendRequest(ada.url, { method: "POST", path: "/api/v1/events", headers, body: json.padEnd(size) });
    expect(response.status, response.text).toBe(status);
    if (status === 413) expect(response).toMatchObject(errorReply(413, "payload_too_large"));
  });
}

test("rejects a length of more than 64 KiB before the body arrives", { tag: "@server" }, async ({ ada }) => {
  const head = `PUT /api/v1/contacts/u HTTP/1.1\r\nHost: beside\r\nAuthorization: Bearer ${ada.key}\r\nContent-Length: 65537\r\n\r\n`;
  expect(await sendBytes(ada.url, head)).toMatchObject(errorReply(413, "payload_too_large"));
});

/** A body with objects nested `levels` deep. */
const nested = (levels: number) => `{"event":"Order placed","userId":"u","deep":${'{"in":'.repeat(levels - 2)}{}${"}".repeat(levels - 2)}}`;

test("accepts a body nested 8 deep", async ({ ada }) => {
  expect(await ada.api("POST", "/events", { raw: nested(8) })).toMatchObject({ status: 201 });
  const lists = `{"event":"Order placed","userId":"u","deep":${"[".repeat(7)}${"]".repeat(7)}}`;
  expect(await ada.api("POST", "/events", { raw: lists })).toMatchObject({ status: 201 });
});

test("rejects a body nested 9 deep", async ({ ada }) => {
  expect(await ada.api("POST", "/events", { raw: nested(9) })).toMatchObject(errorReply(400, "invalid_request", /8 deep/));
  const lists = `{"event":"Order placed","userId":"u","deep":${"[".repeat(8)}${"]".repeat(8)}}`;
  expect(await ada.api("POST", "/events", { raw: lists })).toMatchObject(errorReply(400, "invalid_request", /8 deep/));
});

test("rejects a body nested as deep as 64 KiB allow", async ({ ada }) => {
  const lists = `{"deep":${"[".repeat(32_000)}${"]".repeat(32_000)}}`;
  expect(await ada.api("POST", "/events", { raw: lists })).toMatchObject(errorReply(400, "invalid_request", /8 deep/));
});

test("uses the last value of a repeated field", async ({ ada }) => {
  const raw = '{"event":"First","userId":"u","event":"Second","properties":{"a":1,"a":2}}';
  expect(await ada.api("POST", "/events", { raw })).toMatchObject({ status: 201, body: { event: "Second" } });
  expect((await getContact(ada, "u")).events).toMatchObject([{ event: "Second", properties: { a: 2 } }]);
});
