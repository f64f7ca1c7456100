import { test } from "@playwright/test";
import { QueryClient } from "@tanstack/react-query";
import { setLanguage } from "@/lib/browser/browser-translations";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";
import { outbox, outboxQuery, type Unsent } from "@/lib/chats/browser/store/outbox";
import en from "@/lib/messages/en.json" with { type: "json" };
import { expect } from "../../support/expect";

setLanguage({ locale: "en", messages: en });

const key: DraftKey = { account: "mia", workspace: "acme", chatId: "chat_1" };
const written = (id: string, closes = false) => ({
  id,
  kind: "message" as const,
  text: `text of ${id}`,
  writtenAt: "2026-03-01T10:00:00.000Z",
  ...(closes && { closes }),
});

// Node 20 has none.
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });

let finish = async () => {};

type Answer = "down" | "hangs" | "conflict" | "unavailable" | "saved";
const statuses = { conflict: 409, unavailable: 503, saved: 201 } as const;

/** An outbox whose server answers as `server.answer` says at the time of each request, once `server.wait` has resolved. */
function setUp() {
  const server = { sent: [] as string[], closedBy: [] as string[], answer: (_id: string): Answer => "saved", wait: Promise.resolve() };
  globalThis.fetch = async (_address, init) => {
    const { id, closes } = JSON.parse(String(init?.body)) as { id: string; closes?: boolean };
    server.sent.push(id);
    if (closes) server.closedBy.push(id);
    const answer = server.answer(id);
    await server.wait;
    if (answer === "hangs") throw new DOMException("It took too long.", "TimeoutError");
    if (answer === "down") throw new TypeError("Failed to fetch");
    const reply = answer === "saved" ? { id, seq: 1 } : { error: { code: answer, message: `It is ${answer}.` } };
    return new Response(JSON.stringify(reply), { status: statuses[answer] });
  };
  const client = new QueryClient();
  // A refetch that never ends keeps what was saved in the list.
  const box = outbox(client, () => new Promise(() => undefined));
  const unsent = (of = key) => client.getQueryData(outboxQuery(of).queryKey) ?? [];
  const states = (of = key) => unsent(of).map(({ id, delivery }) => `${id}: ${delivery.state}`);
  /** Something else that is done in the chat. */
  const step = (name: string, { requiresMessages = false, of = key } = {}) =>
    box.inOrder(
      of.chatId,
      async () => {
        server.sent.push(name);
        if (name.startsWith("refused")) throw new Error(name);
        await server.wait;
        return name;
      },
      requiresMessages,
    );
  const isTried = ({ delivery }: Unsent) => ["sending", "waiting", "hung"].includes(delivery.state);
  finish = async () => {
    server.answer = () => "saved";
    server.wait = Promise.resolve();
    box.resendUnsent();
    const all = () => client.getQueriesData<Unsent[]>({}).flatMap(([, found]) => found ?? []);
    await expect.poll(() => all().filter(isTried), { timeout: 5_000 }).toEqual([]);
  };
  return { server, box, step, unsent, states };
}

// Each test replaces the only fetch of the process.
test.describe.configure({ mode: "serial" });
const { fetch } = globalThis;
// What waits would be sent to the server of the next test.
test.afterEach(() => finish());
test.afterAll(() => {
  globalThis.fetch = fetch;
  Reflect.deleteProperty(globalThis, "sessionStorage");
});

test("sends again in order, in every chat, what failed without an answer or because the server was unavailable", async () => {
  const { server, box, states, unsent } = setUp();
  const other = { ...key, chatId: "chat_2" };
  server.answer = (id) => (id === "b" ? "unavailable" : "down");
  for (const id of ["a", "b", "c"]) box.send(key, written(id));
  box.send(other, written("d"));
  await expect.poll(() => [...states(), ...states(other)]).toEqual(["a: waiting", "b: waiting", "c: waiting", "d: waiting"]);
  expect(unsent()[0]?.delivery).toMatchObject({ reason: en.client.sentAgain });

  server.sent = [];
  server.answer = () => "saved";
  box.resendUnsent();
  await expect.poll(() => [...states(), ...states(other)]).toEqual(["a: saved", "b: saved", "c: saved", "d: saved"]);
  expect(server.sent.filter((id) => id !== "d")).toEqual(["a", "b", "c"]);
  expect(server.sent).toHaveLength(4);
});

test("does not send again what the server refused", async () => {
  const { server, box, states } = setUp();
  server.answer = () => "conflict";
  box.send(key, written("a"));
  await expect.poll(states).toEqual(["a: failed"]);
  box.resendUnsent();
  box.send(key, written("b"));
  await expect.poll(states).toEqual(["a: failed", "b: failed"]);
  expect(server.sent).toEqual(["a", "b"]);
});

test("tries once for each reconnect", async () => {
  const { server, box, states } = setUp();
  server.answer = () => "down";
  box.send(key, written("a"));
  await expect.poll(states).toEqual(["a: waiting"]);
  for (const times of [2, 3]) {
    box.resendUnsent();
    await expect.poll(() => server.sent.length).toBe(times);
    await expect.poll(states).toEqual(["a: waiting"]);
  }
});

test("sends again by itself, what was written first before the rest, and says of all that they wait", async () => {
  const { server, box, states } = setUp();
  server.answer = () => "unavailable";
  let stored = 0;
  for (const id of ["a", "b", "c"]) box.send(key, written(id, true), () => (stored += 1));
  await expect.poll(states).toEqual(["a: waiting", "b: waiting", "c: waiting"]);
  box.discard(key, "b");
  await expect.poll(() => server.sent.length, { timeout: 5_000 }).toBeGreaterThan(2);
  expect(new Set(server.sent)).toEqual(new Set(["a"]));
  server.answer = () => "saved";
  await expect.poll(states, { timeout: 10_000 }).toEqual(["a: saved", "c: saved"]);
  expect(server.sent.slice(-2)).toEqual(["a", "c"]);
  expect(stored).toBe(2);
});

test("a new message ends the pause of what waits, and is sent behind it; what hung does not block it", async () => {
  const { server, box, states } = setUp();
  server.answer = () => "unavailable";
  box.send(key, written("a"));
  await expect.poll(states).toEqual(["a: waiting"]);
  server.answer = (id) => (id === "hung" ? "hangs" : "saved");
  box.send(key, written("b"));
  await expect.poll(() => server.sent).toEqual(["a", "a", "b"]);

  box.send(key, written("hung"));
  box.send(key, written("c"));
  await expect.poll(states).toEqual(["a: saved", "b: saved", "hung: hung", "c: saved"]);
  server.answer = () => "saved";
  // Its next try hangs, too, and ends after the next message was sent.
  let letGo = () => {};
  server.wait = new Promise((resolve) => {
    letGo = resolve;
  });
  await expect.poll(() => server.sent.filter((id) => id === "hung").length, { timeout: 5_000 }).toBe(2);
  server.wait = Promise.resolve();
  box.send(key, written("d"));
  await expect.poll(states).toEqual(["a: saved", "b: saved", "hung: hung", "c: saved", "d: saved"]);
  letGo();
  await expect.poll(states).toEqual(["a: saved", "b: saved", "hung: saved", "c: saved", "d: saved"]);
});

test("sends again what was still waiting on the dead connection when the next one was made", async () => {
  const { server, box, states } = setUp();
  let giveUp = () => {};
  server.wait = new Promise((resolve) => {
    giveUp = resolve;
  });
  server.answer = () => "down";
  box.send(key, written("a"));
  await expect.poll(() => server.sent).toEqual(["a"]);
  box.resendUnsent();
  expect(states()).toEqual(["a: sending"]);
  server.answer = () => "saved";
  giveUp();
  await expect.poll(states).toEqual(["a: saved"]);
  expect(server.sent).toEqual(["a", "a"]);
});

test("leaves alone what was discarded while it waited", async () => {
  const { server, box, states } = setUp();
  let giveUp = () => {};
  server.wait = new Promise((resolve) => {
    giveUp = resolve;
  });
  server.answer = () => "down";
  box.send(key, written("a"));
  box.send(key, written("b"));
  await expect.poll(() => server.sent).toEqual(["a"]);
  box.discard(key, "a");
  box.resendUnsent();
  server.answer = () => "saved";
  giveUp();
  await expect.poll(states).toEqual(["b: saved"]);
  expect(server.sent).toEqual(["a", "b"]);
});

test("says that a message is stored also when the timeline had it before the response", async () => {
  const { server, box } = setUp();
  let respond = () => {};
  server.wait = new Promise((resolve) => {
    respond = resolve;
  });
  let stored = 0;
  box.send(key, written("a", true), () => (stored += 1));
  await expect.poll(() => server.sent).toEqual(["a"]);
  box.discard(key, "a");
  respond();
  await expect.poll(() => stored).toBe(1);
});

test("shows what an earlier load of the page left, and does not send it by itself", () => {
  const { box, server } = setUp();
  const stored = new Map<string, string>();
  globalThis.sessionStorage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    clear: () => stored.clear(),
    key: () => null,
    length: 0,
  };
  stored.set(`unsent ${key.account} ${key.workspace} ${key.chatId}`, JSON.stringify([written("a")]));
  box.restore(key);
  box.resendUnsent();
  expect(server.sent).toEqual([]);
});

/** Holds every answer of the server until it is let go. */
function hold(server: { wait: Promise<void> }): () => void {
  let letGo = () => {};
  server.wait = new Promise((resolve) => {
    letGo = resolve;
  });
  return () => letGo();
}

test("sends messages and all else that is done in a chat in the order in which it was done, and other chats meanwhile", async () => {
  const { server, box, step } = setUp();
  const letGo = hold(server);
  box.send(key, written("a"));
  const first = step("snooze");
  void step("wake");
  box.send(key, written("b"));
  void step("close", { requiresMessages: true });
  void step("reopen");
  box.send(key, written("c", true));
  void step("assign in another chat", { of: { ...key, chatId: "chat_2" } });
  await expect.poll(() => server.sent).toEqual(["a", "assign in another chat"]);
  letGo();
  expect(await first).toBe("snooze");
  await expect.poll(() => server.sent).toEqual(["a", "assign in another chat", "snooze", "wake", "b", "close", "reopen", "c"]);
  expect(server.closedBy).toEqual(["c"]);
});

test("goes on after a step that failed, and what was done next waits for one that has no answer yet", async () => {
  const { server, box, step } = setUp();
  const letGo = hold(server);
  const [refused, tag] = [step("refused"), step("tag")];
  box.send(key, written("a"));
  await expect(refused).rejects.toThrow("refused");
  await expect.poll(() => server.sent).toEqual(["refused", "tag"]);
  letGo();
  await tag;
  await expect.poll(() => server.sent).toEqual(["refused", "tag", "a"]);
});

test("does not put a chat away behind a message that was refused or hangs; what else was done goes on", async () => {
  for (const answer of ["conflict", "hangs"] as const) {
    const { server, box, step, states } = setUp();
    server.answer = (id) => (id === "b" ? "saved" : answer);
    box.send(key, written("a"));
    const close = step("close", { requiresMessages: true });
    const tag = step("tag");
    await expect(close).rejects.toThrow(en.client.unsent);
    expect(await tag).toBe("tag");
    expect(server.sent.slice(0, 2)).toEqual(["a", "tag"]);
    // What was done after it was known is meant so.
    if (answer === "conflict") expect(await step("close", { requiresMessages: true })).toBe("close");

    const ends: boolean[] = [];
    server.answer = (id) => (id === "c" ? answer : "saved");
    box.send(key, written("c"));
    box.send(key, written("d", true), (isClosed) => ends.push(isClosed));
    await expect.poll(() => ends).toEqual([false]);
    expect(states()).toContain("d: saved");
    expect(server.closedBy).toEqual([]);
    await finish();
  }
});

test("waits for a message that is sent again, a few times, and then no longer; a discarded one is missed by nobody", async () => {
  const { server, box, step, states } = setUp();
  server.answer = () => "unavailable";
  box.send(key, written("a"));
  const [tag, close] = [step("tag"), step("close", { requiresMessages: true })];
  await expect.poll(() => server.sent.length, { timeout: 5_000 }).toBeGreaterThan(1);
  expect(new Set(server.sent)).toEqual(new Set(["a"]));
  server.answer = () => "saved";
  expect(await tag).toBe("tag");
  expect(await close).toBe("close");
  expect(server.sent.slice(-3)).toEqual(["a", "tag", "close"]);

  server.sent = [];
  server.answer = () => "down";
  box.send(key, written("b"));
  // The network comes and goes: nothing has to wait for the pauses.
  const later = step("note", { requiresMessages: true });
  const refused = expect(later).rejects.toThrow(en.client.unsent);
  for (const times of [2, 3, 4]) {
    await expect.poll(() => server.sent.length).toBeGreaterThanOrEqual(times - 1);
    await expect.poll(states).toContain("b: waiting");
    box.resendUnsent();
  }
  await refused;
  const last = step("assign", { requiresMessages: true });
  box.discard(key, "b");
  expect(await last).toBe("assign");
});

test("a message that was to close the chat leaves it open when that was taken back before it was sent", async () => {
  const { server, box } = setUp();
  const letGo = hold(server);
  const ends: boolean[] = [];
  box.send(key, written("a"));
  const stay = box.send(key, written("b", true), (isClosed) => ends.push(isClosed));
  stay();
  letGo();
  await expect.poll(() => server.sent).toEqual(["a", "b"]);
  expect([server.closedBy, ends]).toEqual([[], []]);
});
