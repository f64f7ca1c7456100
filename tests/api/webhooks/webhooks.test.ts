import { newDesk } from "../../support/desk";
import { expect, test } from "../../support/fixtures";
import { addEndpoint, callsTo, messageOf, signatureBy, typesOf, viewOf } from "./helpers";

test("tells an endpoint what it asked for, signed by the standard, and no other workspace", async ({ ada, bob, receiver }) => {
  const plain = await addEndpoint(ada, receiver, { types: ["event.received", "contact.created", "problem.opened"] });
  const whole = await addEndpoint(ada, receiver, { types: ["event.received"], content: true, name: "whole" });
  const theirs = await addEndpoint(bob, receiver, { types: ["event.received"] });
  const sent = { event: "Payment failed", userId: "user_1", properties: { amount: "59.90 EUR", reference: "INV-7" } };
  const { id } = (await ada.api("POST", "/events", { body: sent })).body;

  const calls = await callsTo(receiver, plain, 3);
  expect(typesOf(calls).sort()).toEqual(["contact.created", "event.received", "problem.opened"]);
  for (const call of calls) {
    expect(call.headers["webhook-signature"]).toBe(signatureBy(plain.secret, call));
    expect(call.headers["webhook-signature"]).not.toBe(signatureBy(whole.secret, call));
    expect(Math.abs(Date.now() / 1000 - Number(call.headers["webhook-timestamp"]))).toBeLessThan(60);
  }
  const received = calls.find((call) => messageOf(call).type === "event.received");
  expect(received && messageOf(received)).toEqual({
    type: "event.received",
    timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    data: {
      userId: "user_1",
      eventId: id,
      event: "Payment failed",
      level: "problem",
      reference: "INV-7",
      occurredAt: expect.any(String),
      receivedAt: expect.any(String),
      sequence: expect.any(Number),
    },
  });
  const [withContent] = await callsTo(receiver, whole, 1);
  expect(withContent && messageOf(withContent).data["content"]).toEqual({ properties: sent.properties });
  // The same event, with the same id.
  expect(withContent?.headers["webhook-id"]).toBe(received?.headers["webhook-id"]);

  await bob.api("POST", "/events", { body: { ...sent, userId: "user_2" } });
  const [other] = await callsTo(receiver, theirs, 1);
  expect(other && messageOf(other).data["userId"]).toBe("user_2");
  expect(receiver.calls(plain.path)).toHaveLength(3);
  for (const [method, path] of [
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/rotate"],
    ["POST", "/test"],
  ] as const)
    expect((await bob.api(method, `/webhook-endpoints/${plain.id}${path}`, { body: method === "PATCH" ? {} : undefined })).status).toBe(
      404,
    );
});

test("tells of chats, messages, contacts, problems and actions, each change once", async ({ ada, receiver }) => {
  const types = [
    ...["contact.created", "contact.updated", "contact.deleted", "contact.merged", "problem.opened", "problem.closed", "problem.reopened"],
    ...["message.received", "message.sent", "chat.opened", "chat.assigned", "chat.snoozed", "chat.closed"],
    ...["action.succeeded", "action.refused", "action.failed", "action.unknown"],
  ];
  const endpoint = await addEndpoint(ada, receiver, { types, content: true });
  const at = async (count: number) => (await callsTo(receiver, endpoint, count)).map(messageOf);
  const seen = async (...expected: string[]) => {
    const all = await at(heard + expected.length);
    expect(
      all
        .slice(heard)
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...expected].sort());
    const fresh = all.slice(heard);
    heard = all.length;
    return (type: string) => fresh.find((message) => message.type === type)?.data ?? {};
  };
  let heard = 0;

  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada" } });
  await seen("contact.created");
  // What changes nothing is no change.
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada" } });
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada Okafor", attributes: { plan: "pro" } } });
  const updated = (await seen("contact.updated"))("contact.updated");
  expect(updated).toMatchObject({ userId: "user_1", changed: ["name", "attributes.plan"], content: { name: "Ada Okafor" } });

  const problem = { event: "Payment failed", userId: "user_1", properties: { reference: "INV-7" } };
  await ada.api("POST", "/events", { body: problem });
  expect((await seen("problem.opened"))("problem.opened")).toMatchObject({ userId: "user_1", event: "Payment failed", reference: "INV-7" });
  await ada.api("POST", "/events", { body: { ...problem, event: "Payment received" } });
  const closed = (await seen("problem.closed"))("problem.closed");
  await ada.api("POST", "/events", { body: problem });
  expect((await seen("problem.reopened"))("problem.reopened")["problemId"]).toBe(closed["problemId"]);

  const session = await ada.signIn();
  const { chatId } = await ada.sendMessage({ channel: "website", visitorId: "v_1" }, "Where is my money?");
  const received = (await seen("chat.opened", "message.received"))("message.received");
  expect(received).toMatchObject({ chatId, channel: "website", content: { text: "Where is my money?" } });
  const { newId } = await import("@/lib/kernel/ids");
  await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "message", text: "On its way." });
  const sent = (await seen("message.sent", "chat.assigned"))("message.sent");
  expect(sent).toMatchObject({ chatId, content: { text: "On its way." } });
  expect(sent).not.toHaveProperty("isWritten");
  await session.call("POST", `/chats/${chatId}/status`, { status: "closed" });
  await seen("chat.closed");

  const desk = await newDesk(ada, receiver);
  await seen("chat.opened", "message.received");
  await desk.pressAndWait();
  expect((await seen("action.succeeded"))("action.succeeded")).toMatchObject({ action: "refund", status: "succeeded" });

  await ada.api("PUT", "/contacts/user_2", { body: {} });
  await seen("contact.created");
  await ada.api("POST", "/contacts/user_1/merge", { body: { from: "user_2" } });
  expect((await seen("contact.merged"))("contact.merged")).toMatchObject({ userId: "user_2", intoUserId: "user_1" });
  await ada.api("DELETE", "/contacts/user_1");
  expect((await seen("contact.deleted"))("contact.deleted")).toMatchObject({ userId: "user_1" });
});

test("rotates with two signatures, sends a test, keeps the secret secret, and refuses what it does not know", async ({ ada, receiver }) => {
  const endpoint = await addEndpoint(ada, receiver, { types: ["ping"] });
  const rotated = await ada.api("POST", `/webhook-endpoints/${endpoint.id}/rotate`);
  expect(rotated.status, rotated.text).toBe(200);
  const { secret } = rotated.body as { secret: string };
  const { eventId } = (await ada.api("POST", `/webhook-endpoints/${endpoint.id}/test`)).body;
  const [call] = await callsTo(receiver, endpoint, 1);
  if (!call) throw new Error("Nothing came.");
  expect(call.headers["webhook-id"]).toBe(eventId);
  expect(call.headers["webhook-signature"]).toBe(`${signatureBy(secret, call)} ${signatureBy(endpoint.secret, call)}`);
  const listed = await ada.api("GET", "/webhook-endpoints");
  for (const one of [endpoint.secret, secret]) expect(listed.text).not.toContain(one);
  expect(await viewOf(ada, endpoint)).toMatchObject({ types: ["ping"], overlapEndsAt: expect.any(String), failingSince: null });

  const change = (body: object) => ada.api("PATCH", `/webhook-endpoints/${endpoint.id}`, { body });
  for (const [body, message] of [
    [{ types: ["chat.deleted"] }, "types[0] must be one of contact.created"],
    [{ types: [] }, "types must have at least one type."],
    [{ url: "https://10.0.0.1/hooks" }, "is not public"],
    [{ url: "http://api.acme.example/hooks" }, "must begin with https://"],
  ] as const) {
    const reply = await change(body);
    expect(reply.status, reply.text).toBe(400);
    expect(reply.text).toContain(message);
  }
  expect((await change({ enabled: false, description: "Orders" })).body["endpoint"]).toMatchObject({
    disabledReason: "hand",
    description: "Orders",
  });
  expect((await ada.api("POST", `/webhook-endpoints/${endpoint.id}/test`)).status).toBe(409);
  expect((await ada.api("DELETE", `/webhook-endpoints/${endpoint.id}`)).body).toEqual({ deleted: true, id: endpoint.id });
  expect((await ada.api("GET", "/webhook-endpoints")).body).toEqual({ data: [], nextCursor: null });
});

test("a dead endpoint delays no other, is switched off by 410, and what it missed is replayed with the same ids", async ({
  ada,
  receiver,
}) => {
  const dead = await addEndpoint(ada, receiver, { types: ["event.received"], name: "dead", answer: () => "silence" });
  const gone = await addEndpoint(ada, receiver, { types: ["event.received"], name: "gone", answer: () => ({ status: 410 }) });
  const well = await addEndpoint(ada, receiver, { types: ["event.received", "endpoint.disabled"], name: "well" });
  const began = Date.now();
  for (let nth = 0; nth < 30; nth += 1) await ada.api("POST", "/events", { body: { event: `Order ${nth}`, userId: "user_1" } });
  await callsTo(receiver, well, 31);
  expect(Date.now() - began).toBeLessThan(14_000);
  // Ten at a time.
  expect(receiver.calls(dead.path)).toHaveLength(10);
  await expect.poll(async () => (await viewOf(ada, gone))["disabledReason"]).toBe("gone");
  expect(typesOf(receiver.calls(well.path))).toContain("endpoint.disabled");

  const before = receiver.calls(gone.path).map(({ headers }) => headers["webhook-id"]);
  receiver.on(gone.path, () => ({}));
  expect((await ada.api("PATCH", `/webhook-endpoints/${gone.id}`, { body: { enabled: true } })).status).toBe(200);
  const time = { from: new Date(began - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
  const replayed = await ada.api("POST", `/webhook-endpoints/${gone.id}/replay`, { body: time });
  expect(replayed.status, replayed.text).toBe(200);
  await expect
    .poll(
      () =>
        new Set(
          receiver
            .calls(gone.path)
            .slice(before.length)
            .map((call) => messageOf(call).data["event"]),
        ).size,
      { timeout: 15_000 },
    )
    .toBe(30);
  const ids = receiver.calls(gone.path).map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(30);
});

test("an answer may ask for no more of anything, or of one webhook, and the log shows both", async ({ ada, receiver }) => {
  const wish = (status: number, wanted: string) => ({ status, headers: { "webhook-delivery": wanted } });
  const types = ["event.received"];
  const refusing = await addEndpoint(ada, receiver, { types, name: "refusing", answer: () => wish(200, "Disable") });
  const aborting = await addEndpoint(ada, receiver, { types, name: "aborting", answer: () => wish(503, "abort-message") });
  const send = (event: string) => ada.api("POST", "/events", { body: { event, userId: "user_1" } });
  await send("Order 1");
  await expect.poll(async () => (await viewOf(ada, refusing))["disabledReason"]).toBe("refused");
  const session = await ada.signIn();
  const [entry] = (await session.call("GET", "/audit?kind=webhook.switched_off")).body["items"] as object[];
  expect(entry).toMatchObject({ subject: refusing.url, details: { answer: "webhook-delivery: disable" }, actor: { name: "Beside" } });
  const logOf = async ({ id }: { id: string }) =>
    ((await session.call("GET", `/webhooks/${id}/deliveries`)).body["items"] as { state: string; attempts: number }[]).map(
      ({ state, attempts }) => `${state} ${attempts}`,
    );
  await expect.poll(() => logOf(aborting)).toEqual(["failed 1"]);
  expect(await logOf(refusing)).toEqual(["failed 1"]);
  await send("Order 2");
  await expect.poll(() => logOf(aborting)).toEqual(["failed 1", "failed 1"]);
  expect(await logOf(refusing)).toEqual(["skipped 0", "failed 1"]);
  expect(await viewOf(ada, aborting)).toMatchObject({ disabledAt: null, failingSince: expect.any(String) });
});

test("lists what happened for those who cannot be called, page by page", async ({ ada, bob }) => {
  const none = await ada.api("GET", "/webhook-events");
  expect(none.body).toEqual({ data: [], nextCursor: null });
  await ada.api("POST", "/webhook-endpoints", { body: { url: null, types: ["event.received"] } });
  await bob.api("POST", "/webhook-endpoints", { body: { url: null, types: ["event.received"] } });
  const names = Array.from({ length: 25 }, (_, nth) => `Order ${nth}`);
  await Promise.all(names.map((event) => ada.api("POST", "/events", { body: { event, userId: "user_1" } })));
  const found: string[] = [];
  let after = "";
  for (let page = 0; page < 10; page += 1) {
    const { body } = await ada.api("GET", `/webhook-events?limit=10${after}`);
    const { data, nextCursor } = body as { data: { id: string; data: { event: string } }[]; nextCursor: string | null };
    found.push(...data.map((one) => one.data.event));
    const last = data.at(-1);
    if (last) after = `&cursor=${last.id}`;
    if (nextCursor === null) break;
  }
  expect(found.sort()).toEqual(names.sort());
  await ada.api("POST", "/events", { body: { event: "One more", userId: "user_1" } });
  const more = (await ada.api("GET", `/webhook-events?${after.slice(1)}`)).body["data"] as { data: { event: string } }[];
  expect(more.map(({ data }) => data.event)).toEqual(["One more"]);
  expect((await bob.api("GET", `/webhook-events?${after.slice(1)}`)).status).toBe(400);
  expect((await bob.api("GET", "/webhook-events")).body).toMatchObject({ data: [] });
});

test("lists what follows an event that was sent, however many were sent and never listed before", async ({ ada, bob }) => {
  const types = ["event.received"];
  const url = "https://203.0.114.1/hooks";
  const { endpoint } = (await ada.api("POST", "/webhook-endpoints", { body: { url, types } })).body as { endpoint: { id: string } };
  await ada.api("PATCH", `/webhook-endpoints/${endpoint.id}`, { body: { enabled: false } });
  for (let batch = 0; batch < 22; batch += 1) {
    const items = Array.from({ length: 100 }, (_, nth) => ({ event: `Order ${batch} ${nth}`, userId: "user_1" }));
    const sent = await ada.api("POST", "/events/batch", { body: { items } });
    expect(sent.status, sent.text).toBe(200);
  }
  const session = await ada.signIn();
  const log = await session.call("GET", `/webhooks/${endpoint.id}/deliveries`);
  const [last, before] = (log.body["items"] as { eventId: string }[]).map(({ eventId }) => eventId);
  const after = (id: string | undefined, team = ada) => team.api("GET", `/webhook-events?cursor=${id}`);
  const found = await after(before);
  expect(found.status, found.text).toBe(200);
  expect(found.body).toMatchObject({ data: [{ id: last }], nextCursor: null });
  expect((await after(last)).body).toEqual({ data: [], nextCursor: null });
  for (const reply of [await after(last, bob), await after(endpoint.id)])
    expect(reply).toMatchObject({ status: 400, body: { error: { code: "invalid_cursor" } } });
});

test("says nothing more of a deleted contact, neither to endpoints nor in the list", async ({ ada, receiver }) => {
  let isBack = false;
  const answer = () => (isBack ? {} : { status: 503, headers: { "retry-after": "6" } });
  const endpoint = await addEndpoint(ada, receiver, { types: ["event.received", "contact.deleted"], content: true, answer });
  await ada.api("POST", "/events", { body: { event: "Card 4242 declined", userId: "user_secret", properties: { iban: "DE89 3704" } } });
  await callsTo(receiver, endpoint, 1);
  await ada.api("DELETE", "/contacts/user_secret");
  isBack = true;
  const calls = await callsTo(receiver, endpoint, 3);
  const again = calls.slice(1).find((call) => messageOf(call).type === "event.received");
  expect(again?.headers["webhook-id"]).toBe(calls[0]?.headers["webhook-id"]);
  expect(again && messageOf(again).data).toEqual({ erased: true, sequence: expect.any(Number) });
  const listed = await ada.api("GET", "/webhook-events?content=true");
  for (const text of ["4242", "3704"]) expect(listed.text).not.toContain(text);
});

test("finds deliveries by their state and type among many others, page by page, and none of another workspace", async ({
  ada,
  bob,
  receiver,
}) => {
  const endpoint = await addEndpoint(ada, receiver, { types: ["event.received", "problem.opened"] });
  const theirs = await addEndpoint(bob, receiver, { types: ["event.received"] });
  await bob.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1", properties: { reference: "INV-7" } } });
  const session = await ada.signIn();
  type Page = { items: { type: string; state: string; eventId: string }[]; next: string | null };
  const read = async (search: string) => {
    const reply = await session.call("GET", `/webhooks/${endpoint.id}/deliveries${search}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as Page;
  };
  const count = async (search: string) => (await read(search)).items.length;
  await expect.poll(() => count("?state=delivered")).toBe(2);
  // While it is off what happens is skipped.
  await ada.api("PATCH", `/webhook-endpoints/${endpoint.id}`, { body: { enabled: false } });
  for (let batch = 0; batch < 6; batch += 1) {
    const items = Array.from({ length: 100 }, (_, nth) => ({ event: `Order ${batch} ${nth}`, userId: "user_1" }));
    const sent = await ada.api("POST", "/events/batch", { body: { items } });
    expect(sent.status, sent.text).toBe(200);
  }
  expect(await read("?state=delivered")).toMatchObject({ items: [{ state: "delivered" }, { state: "delivered" }], next: null });
  expect(await read("?type=problem.opened")).toMatchObject({ items: [{ type: "problem.opened", state: "delivered" }], next: null });
  expect(await count("?state=delivered&type=event.received")).toBe(1);
  for (const search of ["?state=failed", "?state=waiting", "?type=ping", "?state=skipped&type=problem.opened"])
    expect(await count(search), search).toBe(0);
  const seen = new Set<string>();
  let next: string | null = null;
  for (let page = 0; page < 5; page += 1) {
    const found: Page = await read(`?state=skipped&type=event.received${next === null ? "" : `&cursor=${encodeURIComponent(next)}`}`);
    for (const { eventId, state } of found.items) {
      expect(state).toBe("skipped");
      seen.add(eventId);
    }
    ({ next } = found);
  }
  expect(seen.size).toBe(250);
  expect(next).not.toBeNull();
  for (const search of ["?state=sending", "?type=everything"])
    expect((await session.call("GET", `/webhooks/${endpoint.id}/deliveries${search}`)).status, search).toBe(400);
  expect((await session.call("GET", `/webhooks/${theirs.id}/deliveries?state=delivered`)).status).toBe(404);
});
