import { request } from "node:http";
import { customer, newDesk } from "../../support/desk";
import { expect, newTeam, send, type Team, test } from "../../support/fixtures";
import { openStream, type StreamEvent } from "../../support/listening";
import { startServer } from "../../support/server";
import { newVisitor, onlyChat, openWebsite } from "../../support/visitor";

const about = (chatId: string) => (message: StreamEvent) => message.data.chats?.some(({ id }) => id === chatId) === true;
const seqOf = ({ data }: StreamEvent, chatId: string) => data.chats?.find(({ id }) => id === chatId)?.seq;

async function listening(team: Team, url: string) {
  const session = await team.signIn();
  return { session, stream: await openStream(url, team.workspace, session.cookie) };
}

test("forbids caching and transforming a stream", async ({ ada }) => {
  const { cookie } = await ada.signIn();
  const over = new AbortController();
  const { status, headers } = await fetch(`${ada.url}/api/w/${ada.workspace}/stream`, { headers: { cookie }, signal: over.signal });
  over.abort();
  expect({
    status,
    type: headers.get("content-type"),
    cache: headers.get("cache-control"),
    buffering: headers.get("x-accel-buffering"),
  }).toEqual({
    status: 200,
    type: "text/event-stream; charset=utf-8",
    cache: "no-store, no-transform",
    buffering: "no",
  });
});

test("pings an open tab as often as its ready event says", async ({ ada }) => {
  const { stream } = await listening(ada, ada.url);
  const ready = await stream.waitFor("ready");
  expect(ready.data.pingMs).toBe(5_000);
  await expect.poll(() => stream.pings.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
  const [first, second] = stream.pings;
  expect((first?.at ?? 0) - ready.at).toBeLessThan(7_000);
  // The browser takes twelve seconds of silence as the end.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(10_000);
  stream.close();
});

test("notifies every open tab of an event's chat within a second, with the seq of the card", async ({ ada }) => {
  const { chatId } = await ada.sendMessage(customer);
  const tabs = [await listening(ada, ada.url), await listening(ada, ada.url)];
  // The machine may be busy with something else, so the quickest of several attempts counts.
  const tookMs: number[] = [];
  for (const seq of [2, 3, 4]) {
    const before = Date.now();
    const event = await ada.api("POST", "/events", { body: { event: `Payment failed ${seq}`, phone: customer.phone } });
    expect(event.status).toBe(201);
    for (const { session, stream } of tabs) {
      const notification = await stream.waitFor("change", (one) => about(chatId)(one) && one.at >= before, 10_000);
      tookMs.push(notification.at - before);
      expect(seqOf(notification, chatId)).toBe(seq);
      expect((await session.call("GET", `/chats/${chatId}/items`)).body["lastSeq"]).toBe(seq);
    }
  }
  const rounds = [0, 2, 4].map((first) => Math.max(...tookMs.slice(first, first + 2)));
  expect(Math.min(...rounds)).toBeLessThan(1_000);
  for (const { stream } of tabs) stream.close();
});

test("sends the new message and the new card of a chat to members as they read them, and nothing to another workspace", async ({
  ada,
  bob,
}) => {
  const { chatId } = await ada.sendMessage(customer);
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada", phone: customer.phone } });
  const { session, stream } = await listening(ada, ada.url);
  const foreign = await listening(bob, ada.url);
  // Their names have another order in the database.
  const properties = { reference: "INV-2041", "10": 1, amount: "59.90 EUR", 2: true, b: 0.1, ä: -1e15, aa: "" };
  await ada.sendMessage(customer, "xylophone");
  await stream.waitFor("change", (message) => seqOf(message, chatId) === 2);
  for (const event of ["Order placed", "Payment failed"])
    await ada.api("POST", "/events", { body: { event, properties, userId: "user_1" } });
  await stream.waitFor("change", (message) => seqOf(message, chatId) === 4);

  const { items } = (await session.call("GET", `/chats/${chatId}/items?after=1`)).body as { items: unknown[] };
  const added = stream.received.flatMap(({ data }) => data.added ?? []);
  expect(added.map((one) => one.chatId)).toEqual([chatId, chatId, chatId]);
  expect(added.map(({ item }) => JSON.stringify(item))).toEqual(items.map((item) => JSON.stringify(item)));
  // It says only the id of the contact.
  for (const word of [customer.phone, "user_1"]) expect(JSON.stringify(stream.received)).not.toContain(word);

  await bob.sendMessage(customer, "mine");
  await foreign.stream.waitFor("change");
  expect(foreign.stream.received.flatMap(({ data }) => data.chats ?? []).map(({ id }) => id)).not.toContain(chatId);
  expect(JSON.stringify(foreign.stream.received)).not.toMatch(/xylophone|INV-2041|Payment failed/);
  for (const { close } of [stream, foreign.stream]) close();
});

test("sends only the seq of an item that is too large, and of a problem that may be closed already", async ({ ada }) => {
  const { chatId } = await ada.sendMessage(customer);
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  const { stream } = await listening(ada, ada.url);
  const large = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`text${at}`, "x".repeat(900)]));
  const occurredAt = new Date(Date.now() - 60_000).toISOString();
  const bodies = [
    { event: "Order placed", properties: large },
    { event: "Payment failed", occurredAt },
    { event: "Order placed", occurredAt },
  ];
  for (const body of bodies) expect((await ada.api("POST", "/events", { body: { ...body, userId: "user_1" } })).status).toBe(201);
  await stream.waitFor("change", (message) => seqOf(message, chatId) === 4);
  expect(stream.received.flatMap(({ data }) => data.added ?? []).map(({ item }) => item.seq)).toEqual([4]);
  stream.close();
});

test("tells a visitor of a card in their chat nothing", async ({ ada }) => {
  const session = await openWebsite(ada);
  const visitor = newVisitor(ada);
  await visitor.say("Hello");
  const chatId = await onlyChat(session);
  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada" } });
  await session.call("POST", `/chats/${chatId}/link`, { userId: "user_1" });
  const page = await visitor.listen();
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  await visitor.say("Are you there?");
  await page.waitFor("change");
  for (const { event, data } of page.received) expect(data).toEqual(event === "ready" ? { pingMs: 5_000 } : {});
  page.close();
});

test("notifies of every change in a chat with its seq", async ({ ada, receiver }) => {
  const desk = await newDesk(ada, receiver);
  desk.replyWith({ body: { event: { name: "Refund issued" } } });
  const { session, stream } = await listening(ada, ada.url);
  const { person } = (await session.call("GET", `/chats/${desk.chatId}/panel`)).body as { person: { id: string } };
  const seq = (expectedSeq: number) => stream.waitFor("change", (message) => seqOf(message, desk.chatId) === expectedSeq);

  await ada.sendMessage(customer, "Are you there?");
  await seq(2);
  await session.call("POST", `/chats/${desk.chatId}/messages`, {
    id: "01980000-0000-7000-8000-000000000001",
    kind: "message",
    text: "Yes.",
  });
  await seq(3);
  await session.call("POST", `/chats/${desk.chatId}/messages`, { id: "01980000-0000-7000-8000-000000000002", kind: "note", text: "VIP" });
  await seq(4);
  const pressed = stream.received.length;
  await desk.press();
  await stream.waitFor(
    "change",
    (message) => stream.received.indexOf(message) >= pressed && message.data.people?.includes(person.id) === true,
  );
  await seq(5);
  await seq(6);
  const closing = stream.received.length;
  await session.call("POST", `/chats/${desk.chatId}/status`, { status: "closed" });
  await stream.waitFor("change", (message) => stream.received.indexOf(message) >= closing && about(desk.chatId)(message));
  stream.close();
});

test("notifies of a contact that is written or deleted", async ({ ada }) => {
  const { chatId } = await ada.sendMessage(customer);
  await ada.api("PUT", "/contacts/user_1", { body: { phone: customer.phone } });
  await ada.api("POST", "/events", { body: { event: "Payment failed", userId: "user_1" } });
  const { session, stream } = await listening(ada, ada.url);
  const { contact } = (await session.call("GET", `/chats/${chatId}/panel`)).body as { contact: { id: string } };
  const concerns = ({ data }: StreamEvent) => data.contacts?.includes(contact.id) === true;

  await ada.api("PUT", "/contacts/user_1", { body: { name: "Ada" } });
  await stream.waitFor("change", concerns);
  const deleting = stream.received.length;
  await ada.api("DELETE", "/contacts/user_1");
  const notification = await stream.waitFor("change", (message) => stream.received.indexOf(message) >= deleting && concerns(message));
  expect(notification.data).toMatchObject({ reset: [chatId] });
  stream.close();
});

test("keeps the streams of other tabs when one closes", async ({ ada }) => {
  const [first, second] = [await listening(ada, ada.url), await listening(ada, ada.url)];
  first.stream.close();
  await first.stream.ended;
  const { chatId } = await ada.sendMessage(customer);
  await second.stream.waitFor("change", about(chatId));
  expect(first.stream.received.filter(({ event }) => event === "change")).toEqual([]);
  second.stream.close();
});

test("ends streams with bye at SIGTERM and exits with 0 within 15 seconds", { tag: "@embedded" }, async () => {
  const server = await startServer({ env: { DEMO: "1", TRUSTED_PROXIES: "1" } });
  const team = await newTeam(server);
  const tabs = await Promise.all(Array.from({ length: 5 }, () => listening(team, server.url)));
  // A browser keeps an idle connection open.
  const idle = request(`${server.url}/api/v1/events`, { agent: false, headers: { connection: "keep-alive" } });
  await new Promise((resolve) => idle.on("response", (response) => response.resume().on("end", resolve)).end());

  const before = Date.now();
  const code = await server.stop();
  expect(code).toBe(0);
  expect(Date.now() - before).toBeLessThan(15_000);
  for (const { stream } of tabs) {
    await stream.ended;
    expect(stream.received.at(-1)?.event).toBe("bye");
  }
  await expect(send(`${server.url}/api/v1/events`)).rejects.toThrow();
});
