import { gzipSync } from "node:zlib";
import { expect, type Session, test } from "../../support/fixtures";
import type { ReceiverReply } from "../../support/receiver";
import { addEndpoint, callsTo, type Endpoint, messageOf, typesOf, viewOf } from "./helpers";

const logOf = async (session: Session, { id }: Pick<Endpoint, "id">) =>
  (await session.call("GET", `/webhooks/${id}/deliveries`)).body["items"] as { eventId: string; state: string; attempts: number }[];

test("judges an answer by its status and headers, whatever its body is", async ({ ada, receiver }) => {
  const long = "x".repeat(100_000);
  const gzip = { "content-encoding": "gzip" };
  const endless: ReceiverReply = (response) => {
    const timer = setInterval(() => response.write(long), 20);
    response.writeHead(200).once("close", () => clearInterval(timer));
  };
  const answers: [name: string, answer: ReceiverReply, state: string, replyBody: string][] = [
    ["long", { body: long }, "delivered", long.slice(0, 4_096)],
    ["endless", endless, "delivered", long.slice(0, 4_096)],
    ["compressed", { headers: gzip, body: gzipSync(long) }, "delivered", ""],
    ["aborting", { status: 503, headers: { "webhook-delivery": "abort-message" }, body: long }, "failed", long.slice(0, 4_096)],
    ["later", { status: 503, headers: { ...gzip, "retry-after": "3600" }, body: gzipSync(long) }, "waiting", ""],
    ["gone", { status: 410, headers: gzip, body: gzipSync(long) }, "failed", ""],
  ];
  const types = ["contact.created"];
  const endpoints = [];
  for (const [name, answer] of answers) endpoints.push(await addEndpoint(ada, receiver, { types, name, answer: () => answer }));
  await ada.api("PUT", "/contacts/user_1", { body: {} });
  const session = await ada.signIn();
  for (const [nth, [name, , state, replyBody]] of answers.entries()) {
    const endpoint = endpoints[nth];
    if (!endpoint) throw new Error("There is no such endpoint.");
    await expect.poll(() => logOf(session, endpoint), name).toMatchObject([{ state, attempts: 1 }]);
    const [delivery] = await logOf(session, endpoint);
    const { attempts } = (await session.call("GET", `/webhooks/${endpoint.id}/deliveries/${delivery?.eventId}`)).body;
    expect(attempts, name).toMatchObject([{ reason: null, replyBody }]);
    expect(await viewOf(ada, endpoint), name).toMatchObject({ disabledReason: name === "gone" ? "gone" : null });
  }
});

test("a test, and one that is sent again by hand, go at once and first to an endpoint that is left alone", async ({ ada, receiver }) => {
  const types = ["event.received"];
  const endpoint = await addEndpoint(ada, receiver, { types });
  const session = await ada.signIn();
  const order = (nth: number) => ada.api("POST", "/events", { body: { event: `Order ${nth}`, userId: "user_1" } });
  await order(0);
  const [first] = await callsTo(receiver, endpoint, 1);
  await expect.poll(() => logOf(session, endpoint)).toMatchObject([{ state: "delivered" }]);
  receiver.on(endpoint.path, () => ({ status: 500 }));
  await Promise.all([1, 2, 3, 4, 5, 6].map(order));
  const waiting = async (attempts: number) => (await logOf(session, endpoint)).filter((one) => one.attempts === attempts).length;
  await expect.poll(() => waiting(0)).toBe(0);
  await callsTo(receiver, endpoint, 7);
  await expect.poll(() => viewOf(ada, endpoint)).toMatchObject({ failingSince: expect.any(String) });
  // These wait until the pause is over.
  await Promise.all([7, 8, 9].map(order));
  const { length: before } = receiver.calls(endpoint.path);
  const since = async (count: number) => (await callsTo(receiver, endpoint, before + count)).slice(before);

  const sent = await ada.api("POST", `/webhook-endpoints/${endpoint.id}/test`);
  expect(sent.status, sent.text).toBe(202);
  expect(typesOf(await since(1))).toEqual(["ping"]);
  await expect
    .poll(async () => (await logOf(session, endpoint)).find(({ eventId }) => eventId === sent.body["eventId"]))
    .toMatchObject({ state: "waiting", attempts: 1 });
  const eventIds = [first?.headers["webhook-id"]];
  expect((await ada.api("POST", `/webhook-endpoints/${endpoint.id}/replay`, { body: { eventIds } })).body).toMatchObject({ replayed: 1 });
  const [, again] = await since(2);
  expect(again?.headers["webhook-id"]).toBe(eventIds[0]);
  // What is sent again says nothing of its health, so one of these follows; then it is left alone again, because its failures stay.
  expect(await waiting(0)).toBeGreaterThanOrEqual(2);
});

test("an answer of the address before says nothing of the new one", async ({ ada, receiver }) => {
  const types = ["event.received"];
  const held = new Map<string, () => void>();
  const endpoints = [];
  for (const [name, answer] of [
    ["gone", { status: 410 }],
    ["refusing", { headers: { "webhook-delivery": "disable" } }],
    ["well", {}],
  ] as const) {
    const endpoint = await addEndpoint(ada, receiver, { types, name });
    const released = new Promise<void>((resolve) => held.set(name, resolve));
    receiver.on(endpoint.path, async () => {
      await released;
      return answer;
    });
    endpoints.push({ ...endpoint, name });
  }
  await ada.api("POST", "/events", { body: { event: "Order placed", userId: "user_1" } });
  const session = await ada.signIn();
  for (const endpoint of endpoints) {
    await callsTo(receiver, endpoint, 1);
    const moved = await ada.api("PATCH", `/webhook-endpoints/${endpoint.id}`, { body: { url: `${endpoint.url}-new` } });
    expect(moved.status, moved.text).toBe(200);
    held.get(endpoint.name)?.();
    const state = endpoint.name === "well" ? "delivered" : "failed";
    await expect.poll(() => logOf(session, endpoint), endpoint.name).toMatchObject([{ state }]);
    expect(await viewOf(ada, endpoint), endpoint.name).toMatchObject({ disabledAt: null, failingSince: null, lastSuccessAt: null });
  }
});

test("tells other endpoints which one is off, without what its query string says", async ({ ada, receiver }) => {
  const watch = await addEndpoint(ada, receiver, { types: ["endpoint.disabled"], name: "watch" });
  const path = `${receiver.origin}/${ada.workspace}/hooks`;
  const made = await ada.api("POST", "/webhook-endpoints", { body: { url: `${path}?token=s3cret`, types: ["ping"] } });
  const { id } = made.body["endpoint"] as { id: string };
  await ada.api("PATCH", `/webhook-endpoints/${id}`, { body: { enabled: false } });
  const [call] = await callsTo(receiver, watch, 1);
  expect(call && messageOf(call).data).toMatchObject({ endpointId: id, url: path, reason: "hand" });
});
