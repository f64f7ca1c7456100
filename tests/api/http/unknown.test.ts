import { expect, send, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { putContact, recordEvent } from "../helpers";

test("names an unknown field with the one that was meant, in the answer and behind the reason of an error", async ({ ada }) => {
  const put = await ada.api("PUT", "/contacts/u", { body: { nmae: "Ada" } });
  expect(put).toMatchObject({ status: 200, body: { contact: { name: null }, warnings: ["You sent nmae; the field is name."] } });
  expect(put.headers.get("x-ignored-fields")).toBe("nmae");
  expect((await ada.api("PUT", "/contacts/u", { body: { name: "Ada" } })).body).not.toHaveProperty("warnings");

  const event = await ada.api("POST", "/events", { body: { event: "Paid", user_id: "u" } });
  expect(event).toMatchObject(
    errorReply(400, "invalid_request", /^Send a userId, a phone, or both\. You sent user_id; the field is userId\.$/),
  );
  const recorded = await ada.api("POST", "/events", { body: { event: "Paid", userId: "u", occurred_at: "2026-01-01T00:00:00Z", ref: 1 } });
  expect(recorded.body["warnings"]).toEqual([
    "You sent occurred_at; the field is occurredAt.",
    "You sent ref, which is no field. To keep it, send it in properties.",
  ]);
  const read = await ada.api("GET", "/contacts/u?expand=events");
  expect(read).toMatchObject({ status: 200, body: { warnings: ["You sent expand, which is no parameter here."] } });
});

test("names an unknown field of a batch in the result of its item, and with its place", async ({ ada }) => {
  const items = [
    { event: "Paid", userId: "u" },
    { event: "Paid", userId: "u", Level: "info" },
    { event: "Paid", user_id: "u" },
  ];
  const reply = await ada.api("POST", "/events/batch", { body: { items } });
  expect(reply.status).toBe(207);
  expect(reply.headers.get("x-ignored-fields")).toBe("items.1.Level, items.2.user_id");
  const [plain, second, third] = reply.body["results"] as Record<string, unknown>[];
  expect(plain).not.toHaveProperty("warnings");
  expect(second).toMatchObject({ index: 1, status: 201, warnings: ["You sent Level; the field is level."] });
  expect(third).toMatchObject({ index: 2, error: { message: expect.stringContaining("You sent user_id; the field is userId.") } });
});

test("names the list of a batch that was sent by another name", async ({ ada }) => {
  for (const [path, name] of [
    ["/events/batch", "events"],
    ["/events/batch", "batch"],
    ["/contacts/batch", "contacts"],
    ["/contacts/batch", "users"],
  ] as const)
    expect(await ada.api("POST", path, { body: { [name]: [{}] } }), name).toMatchObject(
      errorReply(400, "invalid_request", new RegExp(`^items must be .* You sent ${name}; the field is items\\.$`)),
    );
});

test("refuses a list whose filter does not exist, and names those that do", async ({ ada }) => {
  await putContact(ada, "u", { name: "Ada" });
  for (const [path, message] of [
    ["/contacts?name=Ada", /does not know the parameter name\. It takes .*email.*attributes\[name\]/],
    ["/contacts?user_id=u", /user_id/],
    ["/contacts?updated_since=2026-01-01T00:00:00Z", /Did you mean updatedSince\?/],
    ["/contacts/u/events?since=2026-01-01T00:00:00Z", /Did you mean from\?/],
    ["/problems?user_id=u", /Did you mean userId\?/],
    ["/action-calls?action_name=refund", /It takes .*status/],
    ["/imports?state=running", /does not know the parameter state/],
    ["/webhook-endpoints?limit=1", /does not know the parameter limit/],
    ["/webhook-events?type=ping", /does not know the parameter type/],
  ] as const)
    expect(await ada.api("GET", path), path).toMatchObject(errorReply(400, "invalid_request", message));
});

test("refuses a dry run where there is none, also a misspelled one, and does nothing", async ({ ada }) => {
  await putContact(ada, "u");
  for (const [method, path] of [
    ["DELETE", "/contacts/u?dryRun=true"],
    ["POST", "/events?dry_run=true"],
    ["POST", "/events?DryRun=1"],
    ["POST", "/webhook-endpoints?dryRun=true"],
    ["POST", "/contacts/u/link-codes?dryRun=false"],
    ["GET", "/contacts/u?dryRun=true"],
  ] as const) {
    const body = method === "POST" ? { body: { event: "Paid", userId: "u" } } : {};
    expect(await ada.api(method, path, body), path).toMatchObject(errorReply(400, "invalid_request", /dryRun/));
  }
  expect(await ada.api("GET", "/contacts/u")).toMatchObject({ status: 200, body: { events: [] } });
});

test("answers 404 in JSON wherever the API is looked for, and leads people on who look for a page", async ({ server, ada }) => {
  for (const path of [
    ...["/api", "/api/contacts", "/api/v2/contacts", "/v1", "/v1/contacts", "/v1/contacts/u/events", "/api/chats/x", "/api/settings/keys"],
    ...["/V1/contacts", "/API/v1/contacts", "/Api", "/api/w/x/y", "/api/health/x", "/api/v1beta/contacts", "/api//v1/contacts"],
  ])
    for (const method of ["GET", "POST"])
      expect(await send(`${server.url}${path}`, { method }), path).toMatchObject(errorReply(404, "not_found", /\/api\/v1/));
  for (const [path, to] of [
    ["/login", "/sign-in"],
    ["/Login/", "/sign-in"],
    ["/signin", "/sign-in"],
    ["/signup", "/"],
    ["/llms.txt", "/docs/llms.txt"],
    ["/openapi.json", "/api/v1/openapi.json"],
    ["/openapi.yaml", "/api/v1/openapi.json"],
    ["/docs/openapi.json", "/api/v1/openapi.json"],
    ["/docs/api", "/docs"],
    ["/docs/pagination", "/docs/lists"],
    ["/swagger", "/docs"],
    ["/health", "/api/health"],
  ]) {
    const reply = await fetch(`${server.url}${path}`, { redirect: "manual" });
    expect([reply.status, reply.headers.get("location")], path).toEqual([307, to]);
  }
  const authorization = `Bearer ${ada.key}`;
  for (const [method, path] of [
    ["POST", "/events"],
    ["GET", "/contacts"],
    ["PUT", "/contacts/u"],
    ["GET", `/${ada.workspace}/contacts`],
  ] as const)
    expect(await send(`${server.url}${path}`, { method, headers: { authorization } }), path).toMatchObject(
      errorReply(404, "not_found", /\/api\/v1/),
    );
  for (const [path, message] of [
    ["/customers/u", /Did you mean \/api\/v1\/contacts\?/],
    ["/track", /Did you mean \/api\/v1\/events\?/],
    ["/webhooks", /Did you mean \/api\/v1\/webhook-endpoints\?/],
    ["/v1/contacts", /\/api\/v1 is in the address twice/],
    ["/api/v1/contacts", /\/api\/v1 is in the address twice/],
  ] as const)
    expect(await ada.api("GET", path), path).toMatchObject(errorReply(404, "not_found", message));
  expect(await ada.api("GET", "/contact/u")).toMatchObject(errorReply(404, "not_found", /Did you mean \/api\/v1\/contacts\?/));
  expect(await ada.api("GET", "/events/123")).toMatchObject(errorReply(404, "not_found", /openapi\.json/));
});

test("says what does it where a method does not", async ({ ada }) => {
  for (const [method, path, message] of [
    ["POST", "/contacts", /PUT \/contacts\/\{userId\}/],
    ["PATCH", "/contacts/u", /PUT \/contacts\/\{userId\}/],
    ["GET", "/events", /GET \/contacts\/\{userId\}\/events/],
    ["DELETE", "/problems", /Here is GET \/problems: list problems/],
    ["GET", "/events/batch", /GET \/contacts\/\{userId\}\/events/],
    ["PUT", "/webhook-endpoints", /PATCH \/webhook-endpoints/],
    ["POST", "/me", /Here is GET \/me/],
  ] as const)
    expect(await ada.api(method, path), path).toMatchObject(errorReply(405, "method_not_allowed", message));
});

test("names a body that is no JSON for what it is", async ({ ada }) => {
  for (const [raw, message] of [
    ["event=Payment+failed&userId=u", /it is a form \(event=/],
    ["event=Paid", /it is a form/],
    ["event=Payment failed&userId=u", /it is a form/],
    ["properties[amount]=5 EUR", /it is a form/],
    ['data={"event":"Paid"}', /it is a form/],
    ['\'{"event":"Paid"}\'', /within single quotes/],
    ["{event:Paid}", /names without quotation marks/],
    ["@event.json", /name of a file/],
    ['--x\r\nContent-Disposition: form-data; name="event"\r\n\r\nPaid\r\n--x--', /it is a form \(multipart/],
    ["<event>Paid</event>", /XML or HTML/],
    ["{'event': 'Paid'}", /single quotes/],
    ["{“event”: “Paid”}", /typographic quotes/],
    ["[object Object]", /JSON\.stringify/],
    [JSON.stringify(JSON.stringify({ event: "Paid" })), /written as JSON twice/],
  ] as const)
    expect(await ada.api("POST", "/events", { raw }), raw).toMatchObject(errorReply(400, "invalid_request", message));
});

test("says whose key it is", async ({ ada, bob }) => {
  const reply = await ada.api("GET", "/me");
  expect(reply).toMatchObject({
    status: 200,
    body: { workspace: { id: expect.any(String), name: expect.any(String) }, key: { name: expect.any(String) }, version: "1.0.0" },
  });
  expect((await bob.api("GET", "/me")).body["workspace"]).not.toEqual(reply.body["workspace"]);
});

test("takes the empty list of PHP as an empty object", async ({ ada }) => {
  expect(await ada.api("PUT", "/contacts/u", { body: { attributes: [] } })).toMatchObject({ body: { contact: { attributes: {} } } });
  await recordEvent(ada, { userId: "u", properties: [] });
  expect(await ada.api("POST", "/events/batch", { body: { items: [{ event: "Paid", userId: "u", properties: [] }] } })).toMatchObject({
    status: 200,
  });
  for (const properties of [["a"], [[]], [{}]])
    expect(await ada.api("POST", "/events", { body: { event: "Paid", userId: "u", properties } })).toMatchObject(
      errorReply(400, "invalid_request", /^properties must be an object/),
    );
});

test("refuses the userIds of broken clients wherever one is sent", async ({ ada }) => {
  const broken = [
    "undefined",
    "null",
    "NaN",
    "None",
    "[object Object]",
    "{{user.id}}",
    ["$", "{userId}"].join(""),
    "NULL",
    "nil",
    "(null)",
    "{userId}",
    "<%= id %>",
  ];
  for (const userId of broken) {
    const refused = errorReply(400, "invalid_user_id", /broken client/);
    expect(await ada.api("POST", "/events", { body: { event: "Paid", userId } }), userId).toMatchObject(refused);
    expect(await ada.api("PUT", `/contacts/${encodeURIComponent(userId)}`, { body: {} }), userId).toMatchObject(refused);
  }
  for (const userId of ["undefined-7", "nullable", "Nancy", "{0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10}", "a$b", "0"])
    expect((await ada.api("PUT", `/contacts/${encodeURIComponent(userId)}`, { body: {} })).status, userId).toBe(200);
});

test("drops what cannot be seen from userIds, e-mails and references", async ({ ada, bob }) => {
  await putContact(ada, "u1", { name: "Ada" });
  await putContact(bob, "u1");
  for (const userId of ["u1\u200b", "\ufeffu1", "u\u200b1", "u1\u2060", "\u202au1\u202c", "u\u00ad1", "u1\u{e0041}", "u1\ufe0f"])
    expect(await ada.api("PUT", `/contacts/${encodeURIComponent(userId)}`, { body: {} }), JSON.stringify(userId)).toMatchObject({
      body: { created: false, contact: { userId: "u1", name: "Ada" } },
    });
  expect(await ada.api("PUT", `/contacts/${encodeURIComponent(" u1")}`, { body: {} })).toMatchObject(errorReply(400, "invalid_user_id"));
  expect(await ada.api("PUT", `/contacts/${encodeURIComponent("\u200b")}`, { body: {} })).toMatchObject(errorReply(400, "invalid_user_id"));
  expect(await ada.api("PUT", "/contacts/u1", { body: { email: " ada@example.com\u200b " } })).toMatchObject({
    body: { contact: { email: "ada@example.com" } },
  });

  const pairs = [
    ["2041", "2041 "],
    ["INV-7\u200b", "INV-7"],
    ["\ufeffA\u00a0", "A"],
    ["X\u200bY", "XY"],
    ["T\u{e0041}", "T"],
  ];
  for (const [failed = "", paid = ""] of pairs) {
    await recordEvent(ada, { event: "Payment failed", userId: "u1", properties: { reference: failed } });
    await recordEvent(ada, { event: "Payment received", userId: "u1", properties: { reference: paid } });
  }
  expect(await ada.api("GET", "/problems?open=true")).toMatchObject({ body: { nextCursor: null } });
  expect(JSON.stringify((await ada.api("GET", "/problems?open=true")).body)).not.toContain("Payment failed");
  expect(JSON.stringify((await ada.api("GET", "/problems?open=false")).body)).toContain('"reference":"2041"');
});

test("refuses a parameter of a list that is there twice, because one of them would be left out", async ({ ada }) => {
  await putContact(ada, "u", { email: "ada@example.com", attributes: { plan: "pro", seats: 5 } });
  for (const query of [
    "email=ada@example.com&email=b@example.com",
    "q=u&q=v",
    "limit=1&limit=2",
    "attributes[plan]=pro&attributes[plan]=x",
  ])
    expect(await ada.api("GET", `/contacts?${query}`), query).toMatchObject(errorReply(400, "invalid_request", /is there twice/));
  expect((await ada.api("GET", "/contacts?attributes[plan]=pro&attributes[seats]=5")).body["data"]).toMatchObject([{ userId: "u" }]);
  expect((await ada.api("GET", "/action-calls?status=failed&status=unknown")).status).toBe(200);
});

test("takes a merge without values, and names a wrong choice", async ({ ada }) => {
  for (const [index, values] of [{}, { values: {} }, { values: [] }, { values: { attributes: [] } }].entries()) {
    await putContact(ada, `into-${index}`, { name: "Ada" });
    await putContact(ada, `from-${index}`, { name: "Adah" });
    expect(await ada.api("POST", `/contacts/into-${index}/merge`, { body: { from: `from-${index}`, ...values } })).toMatchObject({
      status: 200,
      body: { contact: { name: "Ada" } },
    });
  }
  for (const [body, message] of [
    [{ from: "x", values: null }, /^values must be an object; you sent null\.$/],
    [{ from: "x", values: ["name"] }, /^values must be an object/],
    [{ from: "x", values: { name: "mine" } }, /^values\.name must be "into" or "from"/],
  ] as const)
    expect(await ada.api("POST", "/contacts/u/merge", { body })).toMatchObject(errorReply(400, "invalid_request", message));
  for (const from of ["undefined", "", 5, " u"])
    expect(await ada.api("POST", "/contacts/u/merge", { body: { from } }), String(from)).toMatchObject(
      errorReply(400, "invalid_user_id", /^from must /),
    );
});

test("says how far ahead a time is in a unit that somebody can picture", async ({ ada }) => {
  const day = 86_400_000;
  for (const [ms, shown] of [
    [5 * 60_000, "about 5 minutes"],
    [75 * 60_000, "about an hour"],
    [3 * day, "about 3 days"],
    [31_510_176_200, "about a year"],
    [3_652.5 * day, "about 10 years"],
  ] as const)
    expect(
      await ada.api("POST", "/events", { body: { event: "Paid", userId: "u", occurredAt: new Date(Date.now() + ms).toISOString() } }),
    ).toMatchObject(errorReply(400, "invalid_request", new RegExp(`it is ${shown} ahead of our clock`)));
});
