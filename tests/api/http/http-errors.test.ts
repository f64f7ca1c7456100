import { expect, test } from "../../support/fixtures";
import { errorReply, type RawReply, sendBytes, sendRequest } from "../../support/wire";
import { putContact } from "../helpers";

type Row = [method: string, path: string, status: number, code: string, allow?: string];

const contact = "DELETE, GET, HEAD, PUT";
const rows: Row[] = [
  ["GET", "/api/v1", 404, "not_found"],
  ["GET", "/api/v1/", 404, "not_found"],
  ["GET", "/api/v1/nope", 404, "not_found"],
  ["GET", "/api/v1/nope/%zz", 404, "not_found"],
  ["GET", "/api/v1/contact", 404, "not_found"],
  ["PUT", "/api/v1/contacts/a/b", 404, "not_found"],
  ["PUT", "/api/v1/contacts/a/", 404, "not_found"],
  ["POST", "/api/v1/events/", 404, "not_found"],
  ["POST", "/api/v1//events", 404, "not_found"],
  ["POST", "/api/v1/./events", 404, "not_found"],
  ["POST", "/api/v1/problems/../events", 404, "not_found"],
  ["POST", "/api/v1/../v1/events", 404, "not_found"],
  ["POST", "/api/v1/EVENTS", 404, "not_found"],
  ["SEARCH", "/api/v1/nope", 404, "not_found"],
  ["TRACE", "/api/v1/nope", 404, "not_found"],
  ["OPTIONS", "/api/v1/nope", 404, "not_found"],
  ["GET", "http://elsewhere.example/api/v1/nope", 404, "not_found"],
  ["PUT", "/api/v1/contacts/", 400, "invalid_user_id"],
  ["PUT", "/api/v1/contacts/.", 400, "invalid_user_id"],
  ["PUT", "/api/v1/contacts/..", 400, "invalid_user_id"],
  ["PUT", "/api/v1/contacts/%2e%2E", 400, "invalid_user_id"],
  ["GET", "/api/v1/contacts/%", 400, "invalid_user_id"],
  ["GET", "/api/v1/contacts/%zz", 400, "invalid_user_id"],
  ["GET", "/api/v1/contacts/%E0%A4%A", 400, "invalid_user_id"],
  ["DELETE", "/api/v1/contacts/%FF", 400, "invalid_user_id"],
  ["GET", "/api/v1/contacts/%ED%A0%80", 400, "invalid_user_id"],
  ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].map(
    (method): Row => [method, "/api/v1/events", 405, "method_not_allowed", "POST"],
  ),
  ...["POST", "PATCH", "OPTIONS", "TRACE"].map((method): Row => [method, "/api/v1/contacts/u", 405, "method_not_allowed", contact]),
  ["POST", "/api/v1/contacts/../events", 405, "method_not_allowed", "GET, HEAD"],
  ["POST", "/api/v1/contacts", 405, "method_not_allowed", "GET, HEAD"],
  ["POST", "/api/v1/openapi.json", 405, "method_not_allowed", "GET, HEAD"],
];

/** A code and a message as JSON, and nothing else: no page, no stack trace. */
function expectRefusal({ headers, body, text }: RawReply) {
  expect(headers["content-type"]).toContain("application/json");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body["error"] ?? {}).sort()).toEqual(["code", "message"]);
  expect(text).not.toMatch(/<(!doctype|html|body)|\bat .+:\d+/i);
}

for (const [method, path, status, code, allow] of rows) {
  test(`rejects ${method} ${path} with ${status} ${code} as JSON`, { tag: "@server" }, async ({ ada }) => {
    const response = await sendRequest(ada.url, { method, path, headers: { authorization: `Bearer ${ada.key}` } });
    expect(response).toMatchObject(errorReply(status, code));
    expectRefusal(response);
    expect(response.headers["allow"]?.split(", ").sort().join(", ")).toBe(allow);
  });

  test(`rejects ${method} ${path} without a key with 401 missing_key as JSON`, { tag: "@server" }, async ({ server }) => {
    const response = await sendRequest(server.url, { method, path });
    expect(response).toMatchObject(errorReply(401, "missing_key"));
    expectRefusal(response);
  });
}

test("rejects HEAD of a POST-only address without a body", async ({ ada }) => {
  const response = await sendRequest(ada.url, {
    method: "HEAD",
    path: "/api/v1/events",
    headers: { authorization: `Bearer ${ada.key}` },
  });
  expect(response).toMatchObject({ status: 405, text: "" });
  expect(response.headers["allow"]).toBe("POST");
});

test("resolves a target in absolute form by its path", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada" });
  const path = "http://elsewhere.example/api/v1/contacts/u";
  const response = await sendRequest(ada.url, { path, headers: { authorization: `Bearer ${ada.key}` } });
  expect(response).toMatchObject({ status: 200, body: { contact: { name: "Ada" } } });
  // One that is no valid URL, with a query that is read all the same.
  const list = "http://elsewhere.example:99999/api/v1/contacts?limit=0";
  const refused = await sendRequest(ada.url, { path: list, headers: { authorization: `Bearer ${ada.key}` } });
  expect(refused).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/^limit /) } } });
});

test("ignores a malformed query", async ({ ada }) => {
  await putContact(ada, "u");
  const response = await sendRequest(ada.url, {
    path: "/api/v1/contacts/u?x=%zz&x=%FF",
    headers: { authorization: `Bearer ${ada.key}` },
  });
  expect(response).toMatchObject({ status: 200 });
});

test("answers a call that offers an upgrade without upgrading", async ({ ada }) => {
  await fetch(`${ada.url}/sign-in`);
  await putContact(ada, "u");
  const headers = {
    authorization: `Bearer ${ada.key}`,
    connection: "Upgrade, HTTP2-Settings",
    upgrade: "h2c",
    "http2-settings": "AAMAAABk",
  };
  const response = await sendRequest(ada.url, { path: "/api/v1/contacts/u", headers });
  expect(response).toMatchObject({ status: 200, body: { contact: { userId: "u" } } });
});

test("responds as JSON to a request without a Host", { tag: "@server" }, async ({ ada }) => {
  const headers = { authorization: `Bearer ${ada.key}` };
  const response = await sendRequest(ada.url, { path: "/api/v1/contacts/u", headers, hostless: true });
  expect([400, 404]).toContain(response.status);
  expectRefusal(response);
});

for (const host of ["two words", "[::", "a/b", "a?b", "a\\b"]) {
  test(`responds as JSON to a request with the Host ${host}`, { tag: "@server" }, async ({ ada }) => {
    const headers = { authorization: `Bearer ${ada.key}`, host };
    const response = await sendRequest(ada.url, { path: "/api/v1/contacts/u", headers });
    expect([400, 404]).toContain(response.status);
    expectRefusal(response);
  });

  test(`responds as JSON to a request for the description with the Host ${host}`, async ({ server }) => {
    const response = await sendRequest(server.url, { path: "/api/v1/openapi.json", headers: { host } });
    expect([200, 400]).toContain(response.status);
    expect(Object.keys(response.body)).toContain(response.status === 200 ? "openapi" : "error");
  });
}

type Broken = [what: string, status: number, bytes: (key: string) => string, options?: { end: boolean }];

const post = (key: string) => `POST /api/v1/events HTTP/1.1\r\nHost: beside\r\nAuthorization: Bearer ${key}\r\n`;
const broken: Broken[] = [
  ["a line that is not HTTP", 400, () => "hello\r\n\r\n"],
  ["an unknown method", 400, () => "FOO /api/v1/events HTTP/1.1\r\nHost: beside\r\n\r\n"],
  ["an unknown version", 400, () => "GET /api/v1/events HTTP/7.3\r\nHost: beside\r\n\r\n"],
  ["a path that is not ASCII", 400, () => "GET /api/v1/contacts/é HTTP/1.1\r\nHost: beside\r\n\r\n"],
  ["a NUL in the path", 400, () => "GET /api/v1/contacts/a\0 HTTP/1.1\r\nHost: beside\r\n\r\n"],
  ["a target of another scheme", 400, () => "GET ftp://beside/api/v1/events HTTP/1.1\r\nHost: beside\r\nConnection: close\r\n\r\n"],
  ["headers of 20 KiB", 431, () => `GET /api/v1/events HTTP/1.1\r\nHost: beside\r\nX-Long: ${"a".repeat(20_480)}\r\n\r\n`],
  ["a body that ends early", 400, (key) => `${post(key)}Content-Length: 100\r\n\r\n{"event":`, { end: true }],
  ["a chunk without a length", 400, (key) => `${post(key)}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ["two lengths", 400, (key) => `${post(key)}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ["a length and chunks", 400, (key) => `${post(key)}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["an unknown transfer encoding", 400, (key) => `${post(key)}Transfer-Encoding: gzip\r\n\r\n{}`],
  ["an unknown expectation", 417, (key) => `${post(key)}Expect: miracles\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`],
];

for (const [what, status, bytes, options] of broken) {
  test(`rejects ${what} with ${status} as JSON`, { tag: "@server" }, async ({ ada }) => {
    const response = await sendBytes(ada.url, bytes(ada.key), options);
    expect(response).toMatchObject(errorReply(status, "invalid_request"));
    expectRefusal(response);
  });
}
