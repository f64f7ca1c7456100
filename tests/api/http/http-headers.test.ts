import { expect, newTeam, type Reply, send, type Team, test } from "../../support/fixtures";
import { putContact } from "../helpers";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const event = { event: "Order placed", userId: "u" };

type Row = { status: number; what: string; send: (team: Team) => Promise<Reply> };

const rows: Row[] = [
  { status: 200, what: "a written contact", send: (team) => team.api("PUT", "/contacts/u", { body: {} }) },
  { status: 201, what: "a recorded event", send: (team) => team.api("POST", "/events", { body: event }) },
  { status: 400, what: "a wrong body", send: (team) => team.api("POST", "/events", { body: {} }) },
  { status: 400, what: "a wrong userId", send: (team) => team.api("GET", "/contacts/%20") },
  { status: 404, what: "an unknown contact", send: (team) => team.api("DELETE", "/contacts/nobody") },
  { status: 404, what: "an unknown path", send: (team) => team.api("GET", "/nope") },
  { status: 405, what: "a wrong method", send: (team) => team.api("PATCH", "/events") },
  { status: 413, what: "a body that is too large", send: (team) => team.api("POST", "/events", { raw: " ".repeat(65_537) }) },
  {
    status: 409,
    what: "an idempotency key with another body",
    send: async (team) => {
      const headers = { "idempotency-key": "k" };
      await team.api("POST", "/events", { headers, body: event });
      return team.api("POST", "/events", { headers, body: { ...event, event: "Order paid" } });
    },
  },
];

for (const { status, what, send } of rows) {
  test(`sends rate limit, request id and no-store headers with a ${status} to ${what}`, async ({ ada }) => {
    const { headers, ...reply } = await send(ada);
    expect(reply.status, reply.text).toBe(status);
    expect(headers.get("x-request-id")).toMatch(uuid);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-type")).toContain("application/json");
    expect(headers.get("ratelimit-limit")).toBe("300");
    expect(headers.get("ratelimit-remaining")).toMatch(/^29[89]$/);
    expect(headers.get("ratelimit-reset")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  });
}

test("sends rate limit, request id and no-store headers with a 402", async ({ server }) => {
  const team = await newTeam(server, "free");
  const { headers, status } = await team.api("POST", "/events", { body: event });
  expect(status).toBe(402);
  expect(headers.get("x-request-id")).toMatch(uuid);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("ratelimit-limit")).toBe("300");
  expect(headers.get("ratelimit-remaining")).toBe("300");
  expect(headers.get("ratelimit-reset")).toMatch(/^\d+$/);
});

for (const [what, authorization] of [
  ["no key", ""],
  ["a wrong key", "Bearer wrong"],
] as const) {
  test(`sends WWW-Authenticate, request id and no-store headers with a 401 to ${what}`, async ({ ada }) => {
    const { headers, status } = await ada.api("GET", "/contacts/u", { headers: { authorization } });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toBe("Bearer");
    expect(headers.get("x-request-id")).toMatch(uuid);
    expect(headers.get("cache-control")).toBe("no-store");
  });
}

for (const id of ["abc-123", "0af7651916cd43dd8448eb211c80319c", "a".repeat(128), "req_1.2:3/4=~+"]) {
  test(`returns the caller's X-Request-Id ${id.slice(0, 40)} in every kind of response`, async ({ ada }) => {
    const headers = { "x-request-id": id };
    const replies = await Promise.all([
      ada.api("PUT", "/contacts/u", { headers, body: {} }),
      ada.api("POST", "/events", { headers, body: {} }),
      ada.api("GET", "/nope", { headers }),
      ada.api("GET", "/contacts/u", { headers: { ...headers, authorization: "Bearer wrong" } }),
    ]);
    expect(replies.map((reply) => [reply.status, reply.headers.get("x-request-id")])).toEqual(
      [200, 400, 404, 401].map((status) => [status, id]),
    );
  });
}

for (const [what, id] of [
  ["with a space", "two words"],
  ["with markup", "<b>"],
  ["that is empty", ""],
  ["of a thousand characters", "a".repeat(1000)],
  ["that is not ASCII", "é"],
] as const) {
  test(`replaces an X-Request-Id ${what} with its own`, async ({ ada }) => {
    const { headers } = await ada.api("GET", "/contacts/u", { headers: { "x-request-id": id } });
    expect(headers.get("x-request-id")).toMatch(uuid);
  });
}

test("gives two calls different request ids", async ({ ada }) => {
  const [one, two] = await Promise.all([ada.api("GET", "/contacts/u"), ada.api("GET", "/contacts/u")]);
  expect(one.headers.get("x-request-id")).not.toBe(two.headers.get("x-request-id"));
});

test("responds to HEAD with the headers of GET and no body", async ({ ada }) => {
  await putContact(ada, "u");
  const response = await send(`${ada.url}/api/v1/contacts/u`, { method: "HEAD", headers: { authorization: `Bearer ${ada.key}` } });
  expect(response).toMatchObject({ status: 200, text: "" });
  expect(response.headers.get("content-type")).toContain("application/json");
  expect(response.headers.get("ratelimit-remaining")).toBe("298");
});
