import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { filesWith } from "../../support/dump";
import { expect, newTeam, type Reply, type Session, signIn, type Team, test } from "../../support/fixtures";
import { startServer } from "../../support/server";

type Listed = {
  method: string;
  path: string;
  status: number;
  code: string | null;
  message: string | null;
  requestId: string;
  tookMs: number;
  key: unknown;
};

const listed = async (session: Session, query = "") => (await session.call("GET", `/requests${query}`)).body["items"] as Listed[];

/** Waits until `count` calls are listed: those of another instance are written a second later. */
async function listedAll(session: Session, count: number): Promise<Listed[]> {
  let found: Listed[] = [];
  const poll = async () => {
    found = await listed(session);
    return found.length;
  };
  await expect.poll(poll, { timeout: 5_000, intervals: [0, 200] }).toBe(count);
  return found;
}

/** Sends the calls one after the other, so that their order is known. */
async function callInOrder(team: Team, ...calls: Parameters<Team["api"]>[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const one of calls) replies.push(await team.api(...one));
  return replies;
}

test("lists each call with its response, newest first, without what was sent", async ({ ada, bob }) => {
  const began = performance.now();
  const [put, missing, wrong, unknown] = await callInOrder(
    ada,
    ["PUT", "/contacts/user_1", { body: { name: "Xylophone", attributes: { note: "Xylophone" } } }],
    ["GET", "/contacts/org%2F42?token=Xylophone"],
    [
      "POST",
      "/events",
      { body: { event: "Xylophone", userId: "user_1", properties: { amount: [] } }, headers: { "x-request-id": "mine-1" } },
    ],
    ["GET", "/contact/user_1"],
  );
  const took = performance.now() - began;
  const session = await ada.signIn();
  const requests = await listedAll(session, 4);
  for (const { tookMs } of requests) expect(tookMs).toBeLessThanOrEqual(took);
  expect(requests).toMatchObject([
    { method: "GET", path: "/api/v1/contact/user_1", status: 404, code: "not_found" },
    { method: "POST", path: "/api/v1/events", status: 400, code: "invalid_request", requestId: "mine-1" },
    { method: "GET", path: "/api/v1/contacts/org%2F42", status: 404, code: "customer_not_found" },
    { method: "PUT", path: "/api/v1/contacts/user_1", status: 200, code: null, message: null },
  ]);
  for (const [at, reply] of [unknown, wrong, missing, put].entries()) {
    const { message } = (reply?.body["error"] ?? { message: null }) as { message: string | null };
    expect(requests[at]).toMatchObject({ requestId: reply?.headers.get("x-request-id"), message });
    expect(requests[at]?.key).toMatchObject({ lastFour: ada.key.slice(-4) });
  }
  expect(JSON.stringify(requests)).not.toContain("Xylophone");
  expect((await listed(session, "?status=errors")).map(({ status }) => status)).toEqual([404, 400, 404]);
  expect(await listed(await bob.signIn())).toEqual([]);
});

test("lists a rejected call without the value that its message quotes", async ({ ada }) => {
  const reply = await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1", level: 'Xylo"phone' } });
  expect(reply.text).toContain("Xylo");
  expect(await listedAll(await ada.signIn(), 1)).toMatchObject([{ message: 'level must be "problem" or "info"; you sent "…".' }]);
});

test("lists a call whose body was cut off, as soon as its caller has disconnected", { tag: "@server" }, async ({ ada }) => {
  const { hostname, port } = new URL(ada.url);
  const socket = connect(Number(port), hostname);
  const head = `PUT /api/v1/contacts/user_1 HTTP/1.1\r\nHost: beside\r\nAuthorization: Bearer ${ada.key}\r\nExpect: 100-continue`;
  socket.write(`${head}\r\nContent-Length: 100\r\n\r\n`);
  expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
  socket.write('{"name":');
  // After the response to a later call, the server is reading the body of the earlier one.
  await ada.api("GET", "/contacts/user_1");
  socket.destroy();
  expect(await listedAll(await ada.signIn(), 2)).toMatchObject([
    { method: "PUT", path: "/api/v1/contacts/user_1", status: 400, message: "The body was cut off. Send it again." },
    { method: "GET", path: "/api/v1/contacts/user_1", status: 404 },
  ]);
});

test("lists calls rejected for the plan and for a wrong path, without a key in it", async ({ ada }) => {
  const session = await ada.signIn();
  await ada.operate("set-plan", { workspace: ada.workspace, plan: "free" });
  await ada.api("GET", "/contacts/user_1");
  await ada.operate("set-plan", { workspace: ada.workspace, plan: "pro" });
  await ada.api("GET", `/contacts/${ada.key}`);
  const wrong = [ada.key, `contact/Bearer%20${ada.key}`, `key%3D${ada.key}`, "contact/ada%2540example.com"];
  for (const path of wrong) await ada.api("GET", `/${path}`);
  const requests = await listedAll(session, 6);
  expect(requests.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 402]);
  expect(JSON.stringify(requests)).not.toContain(ada.key);
  expect(JSON.stringify(requests)).not.toMatch(/example|%40/);
});

test("limits listed calls of a busy workspace per instance, and rejected calls separately", {
  tag: "@server",
}, async ({ ada }) => {
  await ada.api("PUT", "/contacts/user_1", { body: {} });
  for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 20 }, () => ada.api("GET", "/contacts/user_1")));
  await Promise.all(Array.from({ length: 20 }, () => ada.api("GET", "/contacts/nobody")));
  const session = await ada.signIn();
  const all: Listed[] = [];
  for (let query: string | null = ""; query !== null; ) {
    const page = (await session.call("GET", `/requests${query}`)).body as { items: Listed[]; next: string | null };
    all.push(...page.items);
    query = page.next && `?cursor=${page.next}`;
  }
  const succeeded = all.filter(({ status }) => status === 200).length;
  // The limit is per minute, and the calls may fall into two of them.
  expect(succeeded).toBeGreaterThanOrEqual(60);
  expect(succeeded).toBeLessThanOrEqual(120);
  expect(all.filter(({ status }) => status === 404)).toHaveLength(20);
  expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(all.length);
});

test("removes a deleted contact from the log and keeps others", async ({ ada }) => {
  const session = await ada.signIn();
  await callInOrder(
    ada,
    ["PUT", "/contacts/user%20x", { body: {} }],
    ["GET", "/contacts/user%20x/events"],
    ["GET", "/contacts/user%20xy"],
    ["PUT", "/contacts/user%20x", { body: { phone: "letters" } }],
  );
  expect(JSON.stringify(await listedAll(session, 4))).toContain("user%20x/events");
  await callInOrder(ada, ["GET", "/contacts/user%20x"], ["DELETE", "/contacts/user%20x"]);
  // Another instance may still have lines in memory after the deletion: it removes them within seconds.
  const seen = async () => (await listed(session)).map(({ method, path, status }) => `${method} ${path} ${status}`);
  await expect
    .poll(seen, { timeout: 8_000 })
    .toEqual([
      "DELETE /api/v1/contacts/{userId} 200",
      "GET /api/v1/contacts/{userId} 200",
      "PUT /api/v1/contacts/{userId} 400",
      "GET /api/v1/contacts/user%20xy 404",
      "GET /api/v1/contacts/{userId}/events 200",
      "PUT /api/v1/contacts/{userId} 200",
    ]);
});

test("keeps the same userId of another workspace in the log when a contact is deleted", async ({ ada, bob }) => {
  const [hers, his] = [await ada.signIn(), await bob.signIn()];
  for (const team of [ada, bob]) await callInOrder(team, ["PUT", "/contacts/shared%20x", { body: {} }]);
  // Listing writes the lines so far to the database; the next ones are still in memory when the contact is deleted.
  await listedAll(his, 1);
  await callInOrder(bob, ["GET", "/contacts/shared%20x"], ["GET", "/contacts/shared%20x/events"]);
  await callInOrder(ada, ["DELETE", "/contacts/shared%20x"]);
  await expect.poll(async () => JSON.stringify(await listed(hers))).not.toContain("shared%20x");
  expect((await listedAll(his, 3)).map(({ path }) => path)).toEqual([
    "/api/v1/contacts/shared%20x/events",
    "/api/v1/contacts/shared%20x",
    "/api/v1/contacts/shared%20x",
  ]);
});

test("lists unusual names and paths as they are without losing other lines", { tag: "@server" }, async ({ ada }) => {
  const session = await ada.signIn();
  const paths = [
    "/contacts/%00",
    "/contacts/%ED%A0%80",
    "/contacts/%zz",
    `/contacts/${"x".repeat(2_000)}`,
    "/contacts/%F0%9F%98%80",
    "/%00",
  ];
  for (const path of paths) await ada.api("GET", path);
  const requests = await listedAll(session, paths.length);
  expect(requests.map(({ path }) => path).toReversed()).toEqual([
    "/api/v1/contacts/%00",
    "/api/v1/contacts/%ED%A0%80",
    "/api/v1/contacts/%zz",
    `/api/v1/contacts/${"x".repeat(283)}`,
    "/api/v1/contacts/%F0%9F%98%80",
    "/api/v1/%00",
  ]);
});

test("writes buffered lines before the process ends, and no secret or person of any call into the folder", {
  tag: "@embedded",
}, async () => {
  const server = await startServer();
  const team = await newTeam(server);
  const token = "q7Wz9tRk2LpXq7Wz9tRk";
  const words = {
    key: team.key,
    token,
    email: "ada.lovelace@example.com",
    phone: "+447911123456",
    name: "Xylophone Lovelace",
    card: "4242424242424242",
  };
  const { email, phone, name, card } = words;
  const escaped = (text: string) => text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const headers = {
    ...{ cookie: `session=${token}`, "x-api-key": token, "x-service-signature": `sha256=${token}`, "webhook-signature": `v1,${token}` },
    ...{ "x-request-id": phone, "user-agent": email, "idempotency-key": `${name} ${token}` },
  };
  const wide = Buffer.from(JSON.stringify({ event: name, userId: email }), "utf16le");
  const odd = { [name]: 1e21, [card]: 1e21, properties: { [card]: 1e21, [name]: [] } };
  const bodies = [
    { [name]: 1e21 },
    { deep: { [card]: 1e21 } },
    odd,
    { event: "x", userId: "u", [email]: name, properties: { [name]: [] } },
  ];
  for (const body of bodies) await team.api("POST", "/events", { body, headers: { "x-request-id": phone } });
  for (const raw of [wide, Buffer.concat([Buffer.from([0xff, 0xfe]), wide]), gzipSync(wide), `{'name': '${name}', ${email} ${token}`])
    await team.api("POST", "/events", { raw });
  for (const more of [{}, { "idempotency-key": token, "content-encoding": token }])
    await team.api("POST", "/events", { body: { event: name, userId: "u" }, headers: { ...headers, ...more } });
  await team.api("POST", "/events/batch", { body: { items: [{ event: name, idempotencyKey: `${name} ${token}` }] } });
  for (const path of [
    `contact/${escaped(email)}`,
    `contact/${escaped(escaped(phone))}`,
    `contacts/${escaped(team.key)}`,
    `contacts?q=${token}&${name}`,
  ])
    await team.api("GET", `/${path}`);
  await team.api("POST", `/actions/${token}/result`, { body: { message: name } });
  await team.api("POST", "/imports?fileName=a.csv", { body: Buffer.from(`${name},${name},${email},${email}\n1,2,3,4\n`) });
  // With an API key instead of an Idempotency-Key the event is recorded, once.
  const sent = { body: { event: "Order placed", userId: "u" }, headers: { "idempotency-key": team.key } };
  expect((await team.api("POST", "/events", sent)).status).toBe(201);
  expect((await team.api("POST", "/events", sent)).headers.get("idempotency-replayed")).toBe("true");

  expect(await server.stop()).toBe(0);
  expect(filesWith(server.dataDir, words)).toEqual([]);
  const again = await startServer({ dataDir: server.dataDir, env: { TRUSTED_PROXIES: "1" } });
  const requests = await listed(await signIn(again.url, team.workspace, team.owner));
  expect(requests.filter(({ status }) => status >= 400)).toHaveLength(16);
  expect(requests[0]).toMatchObject({ path: "/api/v1/events", status: 201 });
  await again.stop();
});

type Sent = { body: string | null; answer: string | null };

test("has of a rejected call the names and kinds of what was sent, and no value, secret or person of it", async ({ ada, bob }) => {
  const secret = "whsec_c2VjcmV0c2VjcmV0";
  const values = ["Xylophone", "ada.lovelace@example.com", "+44 7911 123456", "4242424242424242", ada.key, secret];
  const [name, email, phone, card] = values;
  const bodies: object[] = [
    { event: name, userId: email, user_id: name, level: name, properties: { note: name, [String(email)]: 1, [ada.key]: secret } },
    { event: "", userId: name, phone, occurredAt: "2026-31-12T10:43:00Z", properties: { amount: [card, 42] } },
    { event: name, userId: "u", properties: { deep: { deeper: { card, is: true, none: null } } } },
    { event: name, userId: "u", properties: { [String(card)]: [] } },
  ];
  for (const body of bodies) await ada.api("POST", "/events", { body, headers: { "idempotency-key": secret, "x-secret": secret } });
  await ada.api("POST", "/events/batch?atomic=true", {
    body: { items: [{ event: name, userId: "u", level: name }, { [String(email)]: 1 }] },
  });
  await ada.api("PUT", `/contacts/${encodeURIComponent(String(email))}`, { body: { name: 7 } });
  await ada.api("GET", `/contacts/${encodeURIComponent(String(phone))}`);
  await ada.api("GET", `/contact/${encodeURIComponent(String(email))}`);
  const session = await ada.signIn();
  const requests = (await listedAll(session, 8)).toReversed() as (Listed & { id: string; ignored: object[] })[];
  expect(requests.map(({ path }) => path).slice(5)).toEqual(["/api/v1/contacts/…", "/api/v1/contacts/…", "/api/v1/contact/…"]);
  expect(requests[0]?.ignored).toEqual([{ name: "user_id", field: "userId" }]);

  const sent: Sent[] = [];
  for (const { id } of requests) sent.push((await session.call("GET", `/requests/${id}`)).body as Sent);
  const [first, second, third, named, batch] = sent.map(({ body }) => JSON.parse(body ?? "null"));
  expect(first).toEqual({
    event: "<string: 9>",
    userId: "<string: 24>",
    user_id: "<string: 9>",
    level: "<string: 9>",
    properties: { note: "<string: 9>", "<name 2>": "<number>", "<name 3>": `<string: ${secret.length}>` },
  });
  expect(second).toMatchObject({ event: "", phone: "<string: +00 0000 000000>", occurredAt: "<string: 0000-00-00T00:00:00Z>" });
  expect(second.properties).toEqual({ amount: ["<string: 16>", "<number>"] });
  expect(third.properties.deep.deeper).toEqual({ card: "<string: 16>", is: "<boolean>", none: null });
  expect(named.properties).toEqual({ "<name 1>": [] });
  expect(requests[3]?.message).toMatch(/^properties\.… must /);
  expect(batch.items[0]).toEqual({ event: "<string: 9>", userId: "<string: 1>", level: "<string: 9>" });
  expect(JSON.parse(sent[4]?.answer ?? "")).toMatchObject({ error: { code: "batch_refused" }, results: [{ index: 0 }, { index: 1 }] });

  const seen = [requests, sent, (await session.call("GET", "/requests/groups")).body].map((one) => JSON.stringify(one)).join();
  for (const value of [...values, encodeURIComponent(String(email))]) expect(seen).not.toContain(value);
  // Another workspace, and an agent, see none of it.
  const his = await bob.signIn();
  expect((await his.call("GET", `/requests/${requests[0]?.id}`)).status).toBe(404);
  expect((await his.call("GET", "/requests/groups")).body).toEqual({ errors: [], ignored: [] });
});

test("groups like errors, and finds requests by key, status and path", async ({ ada }) => {
  const session = await ada.signIn();
  for (const length of [121, 130, 140]) await ada.api("POST", "/events", { body: { event: "x".repeat(length), userId: "u" } });
  await ada.api("POST", "/events", { body: { event: "Order placed" } });
  await ada.api("PUT", "/contacts/user%20x", { body: { e_mail: "a@example.com" } });
  await listedAll(session, 5);
  const { errors, ignored } = (await session.call("GET", "/requests/groups")).body as Record<string, { count: number }[]>;
  expect(errors).toMatchObject([
    { code: "invalid_request", count: 3, message: expect.stringContaining("at most 120 characters; you sent 140") },
    { code: "invalid_request", count: 1, message: "Send a userId, a phone, or both." },
  ]);
  expect(ignored).toMatchObject([{ name: "e_mail", field: "email", method: "PUT", path: "/api/v1/contacts/{userId}", count: 1 }]);
  const counts = async (query: string) => (await listed(session, query)).length;
  expect(await counts("?status=400")).toBe(4);
  expect(await counts("?path=user%20x")).toBe(1);
  expect(await counts("?path=user%2520x&status=200")).toBe(1);
  expect(await counts("?path=EVENTS")).toBe(0);
  const [key] = (await session.call("GET", "/keys")).body["keys"] as { id: string }[];
  expect(await counts(`?key=${key?.id}`)).toBe(5);
  expect(await counts("?key=0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10")).toBe(0);
  expect((await session.call("GET", "/requests?status=teapot")).status).toBe(400);
});

test("a deleted contact leaves what other calls sent, and a switch removes all of it", async ({ ada, bob }) => {
  const session = await ada.signIn();
  await ada.api("PUT", "/contacts/lovelace", { body: {} });
  for (const team of [ada, bob])
    await team.api("POST", "/events", { body: { event: "", userId: "u", lovelace: 1, properties: { lovelace: [] } } });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", properties: { lovelace: [] } } });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", level: "loud" } });
  await listedAll(session, 4);
  const everything = async (team = session) => {
    const lines = (await listed(team)) as (Listed & { id: string })[];
    return JSON.stringify([lines, await Promise.all(lines.map(async ({ id }) => (await team.call("GET", `/requests/${id}`)).body))]);
  };
  expect(await everything()).toContain('\\"lovelace\\"');
  await ada.api("DELETE", "/contacts/lovelace");
  await expect.poll(() => everything(), { timeout: 8_000 }).not.toContain("lovelace");
  expect(await everything()).toContain("<string: 4>");
  expect(await everything(await bob.signIn())).toContain("lovelace");

  expect((await session.call("PUT", "/requests/settings", { keepsBodies: false })).body).toEqual({ keepsBodies: false });
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "u", level: "loud", unknown: 1 } });
  await listedAll(session, 6);
  expect(await everything()).not.toContain("<string");
  expect(await everything()).not.toContain("unknown");
  // What was removed does not come back.
  await session.call("PUT", "/requests/settings", { keepsBodies: true });
  expect(await everything()).not.toContain("<string");
});
