import { expect, type Reply, test } from "../../support/fixtures";
import { cardsOf, getContact, phone, putContact, recordEvent, whatsapp } from "../helpers";

type Chat = { conversationId: string; reason?: string };
type Answer = { wouldPostTo: Chat[]; wouldNotPostTo: Chat[] } & Record<string, unknown>;

test("a dry run says what an event would do, stores nothing, and counts as a call", async ({ ada, bob }) => {
  await putContact(ada, "u", { phone });
  await putContact(bob, "u", { phone });
  const [open, closed] = [await ada.sendMessage(whatsapp), await ada.sendMessage({ channel: "website", visitorId: "v", userId: "u" })];
  const theirs = await bob.sendMessage(whatsapp);
  const session = await ada.signIn();
  expect((await session.call("POST", `/chats/${closed.chatId}/status`, { status: "closed" })).status).toBeLessThan(300);
  const before = await getContact(ada, "u");

  const body = { event: "Card declined", userId: "u" };
  const first = await ada.api("POST", "/events?dryRun=true", { body });
  const answer = first.body as Answer;
  expect(first.status, first.text).toBe(200);
  expect(answer).toMatchObject({
    event: "Card declined",
    level: "problem",
    levelReason: { by: "word", word: "declined" },
    createsContact: false,
    postedToConversations: 1,
  });
  expect(answer.wouldPostTo).toEqual([{ conversationId: open.chatId, lastMessageAt: expect.any(String) }]);
  expect(answer.wouldNotPostTo).toEqual([{ conversationId: closed.chatId, lastMessageAt: expect.any(String), reason: "closed" }]);
  expect(first.text).not.toContain(theirs.chatId);

  expect(await getContact(ada, "u")).toEqual(before);
  expect(await cardsOf(session, open.chatId)).toEqual([]);
  const again = await ada.api("POST", "/events?dryRun=true", { body: { ...body, level: "info" } });
  expect(again.body).toMatchObject({ level: "info", levelReason: { by: "level", word: null } });
  const left = ({ headers }: typeof first) => Number(headers.get("ratelimit-remaining"));
  expect(left(again)).toBeLessThan(left(first));
  expect(await recordEvent(ada, body)).toMatchObject({ level: "problem", postedToConversations: 1 });
});

test("a dry run makes no contact and links nobody, and says who a phone belongs to", async ({ ada }) => {
  const { chatId } = await ada.sendMessage(whatsapp);
  const dry = (body: object) => ada.api("POST", "/events?dryRun=true", { body });
  const created = await dry({ event: "Order placed", userId: "new", phone });
  expect(created.body).toMatchObject({
    createsContact: true,
    levelReason: { by: "no_word", word: null },
    wouldPostTo: [{ conversationId: chatId }],
  });
  for (const [event, level, levelReason] of [
    ["No funds, declined", "problem", { by: "word", word: "declined" }],
    ["Zahlung fehlgeschlagen", "problem", { by: "word", word: "fehlgeschlagen" }],
    ["No failed payments", "info", { by: "no_word", word: null, cancelled: { word: "failed", by: "no" } }],
    ["failed: false", "info", { by: "no_word", word: null, cancelled: { word: "failed", by: "false" } }],
  ])
    expect((await dry({ event, userId: "new" })).body).toMatchObject({ level, levelReason });
  expect((await ada.api("GET", "/contacts/new")).status).toBe(404);
  await putContact(ada, "owner", { phone });
  const other = await dry({ event: "Order placed", userId: "new", phone });
  expect(other.body).toMatchObject({ wouldPostTo: [], wouldNotPostTo: [{ conversationId: chatId, reason: "other_contact" }] });
  expect((await getContact(ada, "owner")).linkedChats).toBe(1);
});

test("a dry run is refused as the event would be, and takes no Idempotency-Key", async ({ ada }) => {
  const dry = (body: object, headers = {}) => ada.api("POST", "/events?dryRun=true", { body, headers });
  expect(await dry({ event: "Order placed", phone: "447911999999" })).toMatchObject({
    status: 404,
    body: { error: { code: "customer_not_found" } },
  });
  expect(await dry({ event: "", userId: "u" })).toMatchObject({ status: 400 });
  expect(await ada.api("POST", "/events?dryRun=1", { body: { event: "Order placed", userId: "u" } })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("dryRun") } },
  });
  const headers = { "idempotency-key": "charge-1" };
  const body = { event: "Order placed", userId: "u" };
  expect((await dry({ ...body, event: "Another" }, headers)).status).toBe(200);
  const recorded = await ada.api("POST", "/events?dryRun=false", { body, headers });
  expect(recorded.status).toBe(201);
  expect(recorded.headers.get("idempotency-replayed")).toBeNull();
  expect((await dry({ ...body, event: "Another" }, headers)).body).toMatchObject({ error: { code: "idempotency_conflict" } });
  expect((await dry(body, headers)).body).toMatchObject({ postedToConversations: 0, wouldPostTo: [] });
});

const results = (reply: Reply) => reply.body["results"] as Record<string, unknown>[];

test("a dry run of a PUT or of contacts of a batch answers as they would, links nobody and writes nothing", async ({ ada, bob }) => {
  await ada.sendMessage(whatsapp);
  await putContact(ada, "u", { name: "Ada", attributes: { plan: "pro" } });
  await putContact(bob, "u", { phone });
  const before = await getContact(ada, "u");
  const put = (userId: string, body: object) => ada.api("PUT", `/contacts/${userId}?dryRun=true`, { body });
  expect(await put("u", { phone, attributes: { plan: "pro", seats: 5 } })).toMatchObject({
    status: 200,
    body: { contact: { phone, name: "Ada" }, linkedChats: 1, created: false, changed: ["phone", "attributes.seats"] },
  });
  expect(await put("u", { name: "Ada" })).toMatchObject({ status: 200, body: { changed: [], contact: before.contact } });
  expect(await put("new", { name: "New" })).toMatchObject({ status: 200, body: { created: true, changed: ["name"] } });
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 1]));
  expect(await put("u", { attributes: many })).toMatchObject({ status: 400, body: { error: { code: "invalid_request" } } });

  const items = [
    { userId: "new", name: "New" },
    { userId: "u", email: "no address" },
    { userId: "new", phone },
    { userId: "u", phone },
  ];
  const batch = await ada.api("POST", "/contacts/batch?dryRun=true", { body: { items } });
  expect(batch.status, batch.text).toBe(207);
  expect(results(batch)).toMatchObject([
    { status: 200, created: true, changed: ["name"] },
    { status: 400, error: { code: "invalid_request" } },
    { status: 200, created: false, linkedChats: 1, changed: ["phone"] },
    { status: 200, linkedChats: 0, changed: ["phone"] },
  ]);
  const atomic = await ada.api("POST", "/contacts/batch?dryRun=true&atomic=true", { body: { items } });
  expect(atomic).toMatchObject({ status: 422, body: { error: { code: "batch_refused" } } });
  expect(await getContact(ada, "u")).toEqual(before);
  expect((await ada.api("GET", "/contacts/new")).status).toBe(404);
  // What was rehearsed is what happens.
  const real = await ada.api("POST", "/contacts/batch", { body: { items } });
  expect(results(real).map(({ changed, created }) => ({ changed, created }))).toEqual(
    results(batch).map(({ changed, created }) => ({ changed, created })),
  );
});

test("a dry run of events of a batch answers each after those before it, and records none", async ({ ada }) => {
  const { chatId } = await ada.sendMessage(whatsapp);
  const session = await ada.signIn();
  const items = [
    { event: "Payment failed", userId: "u", phone, properties: { reference: "INV-1" } },
    { event: "", userId: "u" },
    { event: "Payment received", userId: "u", level: "info", properties: { reference: "INV-1" } },
    { event: "Order placed", phone: "447911999999" },
  ];
  const reply = await ada.api("POST", "/events/batch?dryRun=true", { body: { items } });
  expect(reply.status, reply.text).toBe(207);
  expect(results(reply)).toMatchObject([
    {
      index: 0,
      status: 200,
      level: "problem",
      levelReason: { by: "word" },
      createsContact: true,
      wouldPostTo: [{ conversationId: chatId }],
    },
    { index: 1, status: 400, error: { code: "invalid_request" } },
    { index: 2, status: 200, level: "info", levelReason: { by: "level" }, createsContact: false, postedToConversations: 1 },
    { index: 3, status: 404, error: { code: "customer_not_found" } },
  ]);
  expect(await cardsOf(session, chatId)).toEqual([]);
  expect((await ada.api("GET", "/contacts/u")).status).toBe(404);
});
