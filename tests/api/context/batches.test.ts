import { expect, type Reply, type Team, test } from "../../support/fixtures";
import { errorReply } from "../../support/wire";
import { cardsOf, getContact, phone, putContact, sendCalls, whatsapp } from "../helpers";

type Result = { index: number; status: number; error?: { code: string; message: string } } & Record<string, unknown>;

const post = (team: Team, path: string, items: unknown[], headers = {}) => team.api("POST", path, { body: { items }, headers });
const resultsOf = ({ body }: Reply) => body["results"] as Result[];
const statusesOf = (reply: Reply) => resultsOf(reply).map(({ status }) => status);

test("each item of a batch of events is answered as a call with it alone, in the order sent, and a bad one stops no other", async ({
  ada,
  bob,
}) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  await putContact(ada, "u", { phone });
  const items = [
    { event: "Payment failed", userId: "u", properties: { reference: "INV-1" }, nmae: 1 },
    { event: "Payment received", userId: "u", properties: { reference: "INV-1" } },
    { event: "Order placed", userId: " u" },
    { event: "Order placed", phone: "447911999999" },
    { event: "Order placed", userId: "u", occurredAt: "2999-01-01T00:00:00Z" },
    "no object",
    { event: "Order placed", userId: "u", other: [[[[[[[[]]]]]]]] },
    { event: "Order placed", userId: "u", properties: { note: "\u0000" } },
    { event: "Order placed", phone, idempotencyKey: "k" },
    { event: "Order placed", phone, idempotencyKey: "k" },
    { event: "Order lost", phone, idempotencyKey: "k" },
    { event: "Order placed", userId: "new", idempotencyKey: "a b" },
    { event: "Order shipped", userId: "new" },
  ];
  const reply = await post(ada, "/events/batch", items, { "idempotency-key": "of-the-header" });
  expect(reply.status, reply.text).toBe(207);
  expect(statusesOf(reply)).toEqual([201, 201, 400, 404, 400, 400, 400, 400, 201, 201, 409, 400, 201]);
  expect(resultsOf(reply).map(({ index }) => index)).toEqual(items.map((_, index) => index));
  expect(reply.headers.get("x-ignored-fields")).toBe("idempotency-key, items.0.nmae");
  // What a call with the item alone is answered.
  for (const [index, item] of items.entries()) {
    const [{ status, error, ...saved }] = resultsOf(reply).slice(index) as [Result];
    if (status === 404 || (status === 400 && index !== 5 && index !== 11 && index !== 4)) {
      const single = await bob.api("POST", "/events", { body: item as object });
      expect({ status, error }).toEqual({ status: single.status, error: single.body["error"] });
    }
    expect("id" in saved, String(index)).toBe(status === 201);
  }
  const [failed, , , , , , , , first, again] = resultsOf(reply);
  expect(failed).toMatchObject({ event: "Payment failed", level: "problem", postedToConversations: 1 });
  expect(again).toEqual({ ...first, index: 9, replayed: true });
  expect((await getContact(ada, "u")).events.map(({ event, closedAt }) => [event, closedAt !== null])).toEqual([
    ["Order placed", false],
    ["Payment received", false],
    ["Payment failed", true],
  ]);
  expect((await cardsOf(session, chatId)).map((card) => "event" in card && card.event)).toEqual([
    "Payment failed",
    "Payment received",
    "Order placed",
  ]);
  // The key of an item is that of a call.
  const call = await ada.api("POST", "/events", { body: { event: "Order placed", phone }, headers: { "idempotency-key": "k" } });
  expect(call.headers.get("idempotency-replayed")).toBe("true");
  expect(call.body["id"]).toBe(first?.["id"]);
  expect(await bob.api("GET", "/contacts/new")).toMatchObject(errorReply(404, "customer_not_found"));
});

test("contacts of a batch take effect in order, share statements, and each answer shows its own change", async ({ ada }) => {
  await ada.sendMessage(whatsapp);
  const reply = await post(ada, "/contacts/batch", [
    { userId: "u", name: "Ada", attributes: { plan: "pro" } },
    { userId: "v", phone, idempotencyKey: "k" },
    { userId: "u", name: null, attributes: { plan: null, seats: 2 } },
    { userId: "w", phone },
    { userId: "u", attributes: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`k${index}`, 1])) },
    { userId: "u", email: "no address" },
    { userId: "batch", name: "Batch" },
    { name: "Nobody" },
  ]);
  expect(reply.status, reply.text).toBe(207);
  expect(statusesOf(reply)).toEqual([200, 200, 200, 200, 400, 400, 200, 400]);
  expect(reply.headers.get("x-ignored-fields")).toBe("items.1.idempotencyKey");
  expect(resultsOf(reply)).toMatchObject([
    { contact: { userId: "u", name: "Ada", attributes: { plan: "pro" } }, created: true },
    { contact: { userId: "v", phone }, linkedChats: 1, created: true },
    { contact: { userId: "u", name: null, attributes: { seats: 2 } }, created: false },
    { contact: { userId: "w", phone }, linkedChats: 0 },
    { error: { code: "invalid_request" } },
    { error: { code: "invalid_request", message: expect.stringContaining("email") } },
    { contact: { userId: "batch" } },
    { error: { code: "invalid_user_id" } },
  ]);
  const all = await post(
    ada,
    "/contacts/batch",
    Array.from({ length: 100 }, (_, index) => ({ userId: `u${index % 60}`, attributes: { [`k${index}`]: index } })),
  );
  expect(all.status).toBe(200);
  expect((await getContact(ada, "u3")).contact.attributes).toEqual({ k3: 3, k63: 63 });
});

test("an atomic batch writes all of its items or none, and says all that is wrong", async ({ ada }) => {
  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage(whatsapp);
  const good = { event: "Payment failed", userId: "u", phone, idempotencyKey: "k" };
  const bad = [good, { event: "", userId: "u" }, { event: "Order placed", phone: "447911999999" }];
  const refused = await post(ada, "/events/batch?atomic=true", bad);
  expect(refused).toMatchObject(errorReply(422, "batch_refused", /2 of 3 items/));
  expect(resultsOf(refused)).toMatchObject([
    { index: 1, status: 400, error: { code: "invalid_request" } },
    { index: 2, status: 404, error: { code: "customer_not_found" } },
  ]);
  expect(await ada.api("GET", "/contacts/u")).toMatchObject(errorReply(404, "customer_not_found"));
  expect(await cardsOf(session, chatId)).toEqual([]);
  const saved = await post(ada, "/events/batch?atomic=true", [good, good, { event: "Order placed", userId: "u" }]);
  expect(saved.status, saved.text).toBe(200);
  expect(resultsOf(saved)).toMatchObject([{ status: 201, postedToConversations: 1 }, { replayed: true }, { event: "Order placed" }]);
  expect(await cardsOf(session, chatId)).toHaveLength(2);

  const full = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1]));
  const contacts = [{ userId: "v", phone: "447911000002", attributes: full }, { userId: "w" }, { userId: "v", attributes: { more: 1 } }];
  expect(resultsOf(await post(ada, "/contacts/batch?atomic=true", contacts))).toMatchObject([{ index: 2, status: 400 }]);
  for (const userId of ["v", "w"]) expect(await ada.api("GET", `/contacts/${userId}`)).toMatchObject(errorReply(404, "customer_not_found"));
  expect((await post(ada, "/contacts/batch?atomic=true", contacts.slice(0, 2))).status).toBe(200);
  expect((await getContact(ada, "v")).contact.phone).toBe("447911000002");
});

test("a batch is refused as a whole only when it cannot be read", async ({ ada }) => {
  const item = { event: "Order placed", userId: "u" };
  const wrong: [body: string, what: RegExp][] = [
    ["[]", /one JSON object/],
    ["{}", /items must be a list of 1 to 100 items/],
    ['{"items":{}}', /you sent an object/],
    ['{"items":[]}', /you sent 0/],
    [JSON.stringify({ items: Array.from({ length: 101 }, () => item) }), /you sent 101/],
    ['{"items":[{]}', /not valid JSON/],
    [JSON.stringify({ items: [item], other: "\u0000" }), /valid Unicode/],
    [`{"items":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, /./],
  ];
  for (const [raw, what] of wrong.slice(0, -1))
    expect(await ada.api("POST", "/events/batch", { raw })).toMatchObject(errorReply(400, "invalid_request", what));
  const deep = await ada.api("POST", "/events/batch", { raw: wrong.at(-1)?.[0] ?? "" });
  expect(statusesOf(deep)).toEqual([400]);
  expect(await ada.api("POST", "/events/batch?atomic=yes", { body: { items: [item] } })).toMatchObject(errorReply(400, "invalid_request"));
  const large = (bytes: number) => ({ items: [{ ...item, other: "x".repeat(bytes) }] });
  expect((await ada.api("POST", "/events/batch", { body: large(512 * 1024 - 100) })).status).toBe(200);
  const over = await ada.api("POST", "/events/batch", { body: large(512 * 1024) });
  expect(over).toMatchObject(errorReply(413, "payload_too_large", /512 KiB/));
  expect((await getContact(ada, "u")).events).toHaveLength(1);
});

test("batches have an allowance of 3,000 items a minute for each workspace, and the 300 calls are apart from it", async ({ ada, bob }) => {
  const items = (count: number) => Array.from({ length: count }, (_, index) => ({ userId: `u${index}` }));
  const first = await post(ada, "/contacts/batch", items(1));
  const headersOf = ({ headers }: Reply) => ["limit", "remaining"].map((name) => Number(headers.get(`ratelimit-${name}`)));
  expect(headersOf(first)).toEqual([3_000, 2_999]);
  expect(headersOf(await ada.api("POST", "/contacts/batch", { body: {} }))).toEqual([3_000, 2_998]);
  const filled = await Promise.all(Array.from({ length: 29 }, () => post(ada, "/contacts/batch", items(100))));
  expect(filled.every(({ status }) => status === 200)).toBe(true);
  // All of a batch or nothing of it, and a refused one counts as one item, because it was read.
  for (const left of [97, 96]) {
    const refused = await post(ada, "/events/batch", items(100));
    expect(refused).toMatchObject(errorReply(429, "rate_limited", new RegExp(`3000 items of batches in a minute, and ${left} are left`)));
    expect(headersOf(refused)).toEqual([3_000, left]);
    expect(refused.headers.get("retry-after")).toMatch(/^([1-9]|[1-5]\d|60)$/);
  }
  expect(headersOf(await post(ada, "/contacts/batch", items(95)))).toEqual([3_000, 1]);
  expect(headersOf(await post(ada, "/contacts/batch", items(2)))).toEqual([3_000, 0]);
  // With none left it is refused before it is read.
  for (const count of [1, 100]) expect(await post(ada, "/contacts/batch", items(count))).toMatchObject(errorReply(429, "rate_limited"));
  expect(await ada.api("POST", "/contacts/batch", { raw: "[]" })).toMatchObject(errorReply(429, "rate_limited"));
  expect((await ada.api("GET", "/contacts/u0")).headers.get("ratelimit-remaining")).toBe("299");
  await sendCalls(bob, 300);
  expect(headersOf(await post(bob, "/contacts/batch", items(1)))).toEqual([3_000, 2_999]);
});

test("one key in two batches and a call at once makes one event", async ({ ada }) => {
  await putContact(ada, "u");
  for (const round of [1, 2, 3]) {
    const item = (index: number) => ({ event: "Order placed", userId: "u", idempotencyKey: `${round}-${index}` });
    const items = Array.from({ length: 6 }, (_, index) => item(index));
    const [one, other, atomic, call] = await Promise.all([
      post(ada, "/events/batch", items),
      post(ada, "/events/batch", [...items].reverse()),
      post(ada, "/events/batch?atomic=true", items),
      ada.api("POST", "/events", { body: { event: "Order placed", userId: "u" }, headers: { "idempotency-key": `${round}-3` } }),
    ]);
    const ids = [one, other, atomic].map((reply) => resultsOf(reply).map(({ id }) => id));
    expect(ids[1]?.reverse()).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
    expect(call.body["id"]).toBe(ids[0]?.[3]);
    const fresh = [one, other, atomic].flatMap(resultsOf).filter(({ replayed }) => !replayed);
    expect(fresh.length + Number(!call.headers.has("idempotency-replayed"))).toBe(6);
  }
});

test("a contact whose userId is batch or import is one like others", async ({ ada }) => {
  for (const userId of ["batch", "import"]) {
    expect(await putContact(ada, userId, { name: userId })).toMatchObject({ created: true, contact: { userId } });
    expect((await getContact(ada, userId)).contact.name).toBe(userId);
    expect((await ada.api("POST", `/contacts/${userId}/link-codes`, { body: {} })).status).toBe(201);
    expect((await ada.api("DELETE", `/contacts/${userId}`)).body).toMatchObject({ deleted: true, userId });
    const patched = await ada.api("PATCH", `/contacts/${userId}`, { body: {} });
    expect(patched).toMatchObject(errorReply(405, "method_not_allowed"));
  }
});
