import { once } from "node:events";
import { createServer, request } from "node:http";
import { mock } from "node:test";
import { sessionsOfMembers } from "@/lib/http/auth/session";
import { closeStreams, openStreams } from "@/lib/http/streams/event-stream";
import { checkStreams, stream } from "@/lib/http/streams/stream";
import { newId } from "@/lib/kernel/ids";
import { notify } from "@/lib/platform/notify";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../../support/expect";
import { serving } from "../../support/loopback";
import { type Desk, test } from "../../support/memory-desk";

/** Reads a stream to its end, and collects the names of its events; pings are counted. */
function follow(response: Response) {
  const events: string[] = [];
  const heard = { text: "", pings: 0 };
  const reader = response.body?.getReader();
  const text = new TextDecoder();
  async function read() {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      const frames = text.decode(chunk.value);
      const names = [...frames.matchAll(/^event: (\w+)$/gm)].map(([, name = ""]) => name);
      heard.text += frames;
      heard.pings += names.filter((name) => name === "ping").length;
      events.push(...names.filter((name) => name !== "ping"));
    }
  }
  return { events, heard, ended: read(), closeStream: () => reader?.cancel() };
}

const change = () => ({ contacts: [newId()] });
/** Ends the session, and notifies nobody. */
const endSession = async ({ client, sessionId }: Desk) =>
  void (await client.session.update({ where: { id: sessionId }, data: { endedAt: new Date() } }));

test("opens a stream as events that nothing stores or transforms", async ({ desk }) => {
  const { headers } = await desk.openStream();
  expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store, no-transform");
});

test("holds back changes while a stream's session is checked, and then sends one ready event for all of them", async ({ desk }) => {
  const { events } = follow(await desk.openStream());
  const release = await desk.holdDatabase();
  checkStreams(desk.workspaceId);
  for (let count = 0; count < 3; count += 1) notify(desk.workspaceId, change());
  release();
  await expect.poll(() => events).toEqual(["ready", "ready"]);

  // With nothing held back, the next check sends nothing. This statement runs after that check.
  checkStreams(desk.workspaceId);
  await sessionsOfMembers(desk.workspaceId, []);
  notify(newId(), change());
  notify(desk.workspaceId, change());
  await expect.poll(() => events).toEqual(["ready", "ready", "change"]);
});

test("goes on holding back changes after a check that another one has followed", async ({ desk }) => {
  const { events } = follow(await desk.openStream());
  const release = await desk.holdDatabase();
  checkStreams(desk.workspaceId);
  await expect.poll(desk.waitingStatements).toBe(1);
  // This statement runs between the two checks.
  const changed = sessionsOfMembers(desk.workspaceId, []).then(() => notify(desk.workspaceId, change()));
  await expect.poll(desk.waitingStatements).toBe(2);
  checkStreams(desk.workspaceId);
  release();
  await changed;
  await expect.poll(() => events).toEqual(["ready", "ready"]);
});

test("sends no held-back change to a session that has ended", async ({ desk }) => {
  const { events, ended } = follow(await desk.openStream());
  await endSession(desk);
  checkStreams();
  notify(desk.workspaceId, change());
  await expect.poll(() => events).toEqual(["ready", "bye"]);
  await ended;
});

test("ends a stream whose session ended between its admission and its start", async ({ desk }) => {
  const release = await desk.holdDatabase();
  const opening = desk.openStream();
  await expect.poll(desk.waitingStatements).toBe(1);
  const ending = endSession(desk);
  await expect.poll(desk.waitingStatements).toBe(2);
  checkStreams(desk.workspaceId);
  release();
  const { events, ended } = follow(await opening);
  await ending;
  // Before the first tick.
  await expect.poll(() => events).toEqual(["ready", "bye"]);
  await ended;
});

test("sends a tick every 15 seconds, and ends a stream at the tick after its session ended", async ({ desk }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const { events, ended } = follow(await desk.openStream());
    mock.timers.tick(15_000);
    await expect.poll(() => events).toEqual(["ready", "tick"]);
    mock.timers.tick(15_000);
    await expect.poll(() => events).toEqual(["ready", "tick", "tick"]);
    await endSession(desk);
    mock.timers.tick(15_000);
    await ended;
    expect(events).toEqual(["ready", "tick", "tick", "bye"]);
    expect(openStreams()).toBe(0);
  } finally {
    mock.timers.reset();
  }
});

test("pings every stream once in five seconds, says so in ready, and asks the database nothing", async ({ desk }) => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const followed = await Promise.all(Array.from({ length: 12 }, async () => follow(await desk.openStream())));
    const release = await desk.holdDatabase();
    const pings = () => followed.map(({ heard }) => heard.pings);
    for (let times = 1; times <= 2; times += 1) {
      mock.timers.tick(5_000);
      await expect.poll(pings).toEqual(followed.map(() => times));
    }
    expect(desk.waitingStatements()).toBe(0);
    release();
    for (const { heard, events } of followed) {
      expect(heard.text).toContain('event: ready\ndata: {"pingMs":5000}\n\n');
      expect(events).toEqual(["ready"]);
    }
  } finally {
    closeStreams();
    mock.timers.reset();
  }
});

test("stops pinging with the last stream, and begins again with the next", async ({ desk }) => {
  const first = follow(await desk.openStream());
  expect(runtime.pings?.timer).toBeDefined();
  const second = follow(await desk.openStream());
  await first.closeStream();
  expect(runtime.pings?.timer).toBeDefined();
  await second.closeStream();
  expect(runtime.pings?.timer).toBeUndefined();
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const third = follow(await desk.openStream());
    mock.timers.tick(5_000);
    await expect.poll(() => third.heard.pings).toBe(1);
    await third.closeStream();
  } finally {
    mock.timers.reset();
  }
});

test("cuts off a stream that nobody reads, and forgets one whose reader leaves", async ({ desk }) => {
  const unread = await desk.openStream();
  const { events, closeStream } = follow(await desk.openStream());
  expect(openStreams()).toBe(2);
  // More are not named.
  const contacts = Array.from({ length: 500 }, newId);
  for (let count = 0; count < 40; count += 1) {
    notify(desk.workspaceId, { contacts });
    await expect.poll(() => events.length).toBe(count + 2);
  }
  expect(openStreams()).toBe(1);
  await expect(unread.text()).rejects.toThrow("Nobody reads this stream.");
  await closeStream();
  expect(openStreams()).toBe(0);
});

test("ends the other streams of a session when one of its tabs has left during the check", async ({ desk }) => {
  const first = follow(await desk.openStream());
  const second = follow(await desk.openStream());
  await expect.poll(() => [first.events, second.events]).toEqual([["ready"], ["ready"]]);
  await endSession(desk);
  const release = await desk.holdDatabase();
  checkStreams(desk.workspaceId);
  await first.closeStream();
  release();
  await expect.poll(() => second.events).toEqual(["ready", "bye"]);
  await second.ended;
  expect(first.events).toEqual(["ready"]);
});

/** Serves streams over node:http, as server.mjs does. */
const servingStreams = <T>(
  work: (served: { port: number; ended: () => Promise<unknown>; closed: () => Promise<unknown> }) => Promise<T>,
) => {
  const handled: Promise<unknown>[] = [];
  const closed: Promise<unknown>[] = [];
  const server = createServer((message, response) => {
    closed.push(once(response, "close"));
    handled.push(stream.handle(message, response, "/api/w/acme/stream"));
  });
  return serving(server, ({ port }) => work({ port, ended: () => Promise.all(handled), closed: () => Promise.all(closed) }));
};

test("forgets a stream whose tab has left before its session was found", async ({ desk }) => {
  await servingStreams(async ({ port, ended, closed }) => {
    const release = await desk.holdDatabase();
    const tab = request({ host: "127.0.0.1", port, headers: { cookie: desk.cookie } }).on("error", () => {});
    tab.end();
    await expect.poll(desk.waitingStatements).toBe(1);
    tab.destroy();
    await closed();
    release();
    await ended();
    expect(openStreams()).toBe(0);
  });
});

test("refuses a stream without a session in one piece, as JSON that nothing stores", async ({ desk }) => {
  await servingStreams(async ({ port }) => {
    const reply = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close", "x-request-id": "mine-1" } });
    const text = await reply.text();
    expect(reply.status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "signed_out" } });
    const names = ["content-type", "cache-control", "x-request-id", "content-length"];
    expect(names.map((name) => reply.headers.get(name))).toEqual([
      "application/json",
      "no-store",
      "mine-1",
      String(Buffer.byteLength(text)),
    ]);
  });
  expect(desk.waitingStatements()).toBe(0);
});
