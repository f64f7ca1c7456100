import { setTimeout as pause } from "node:timers/promises";
import { panelOf } from "../api/helpers";
import { newDesk } from "../support/desk";
import { expect, newTeam, type Reply, send, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { type Receiver, startReceiver } from "../support/receiver";
import { type Cluster, startCluster } from "./cluster";
import { giveHistory } from "./history";
import { callAt, urlsOf } from "./instances";
import { holdLinkingLock } from "./locks";

test.describe.configure({ mode: "default", timeout: 180_000 });

let cluster: Cluster;
let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({ env: { ACTIONS_ALLOW_ORIGINS: receiver.origin } });
});
test.afterAll(async () => {
  await cluster.stop();
  receiver.close();
});

const phoneOf = (index: number) => `447911${400_000 + index}`;

/** Sends `count` events with a phone and a userId at once; each changes links. */
const events = (url: string, team: Team, count: number): Promise<Reply[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      callAt(url, team, "POST", "/events", { event: "Order placed", userId: `u${index}`, phone: phoneOf(index) }),
    ),
  );

type Timed = { what: string; status: number; ms: number };

/** The ordinary calls of a workspace at one instance, with and without phones, until `end` is called. */
function ordinaryTraffic(url: string, team: Team, chatId: string, cookie: string) {
  const timings: Timed[] = [];
  let isOver = false;
  const timed = async (what: string, go: () => Promise<Reply>) => {
    const began = Date.now();
    const { status } = await go();
    timings.push({ what, status, ms: Date.now() - began });
  };
  const round = async (index: number) => {
    const { newId } = await import("@/lib/kernel/ids");
    const phone = phoneOf(index % 5);
    await timed("PUT with a phone", () => callAt(url, team, "PUT", `/contacts/b${index % 5}`, { phone }));
    await timed("POST with a phone", () => callAt(url, team, "POST", "/events", { event: "Order placed", userId: `b${index % 5}`, phone }));
    await timed("POST", () => callAt(url, team, "POST", "/events", { event: "Order placed", userId: "b" }));
    await timed("GET", () => callAt(url, team, "GET", "/contacts/b0"));
    const message = { id: newId(), from: { channel: "whatsapp", phone: phoneOf(500 + index) }, text: "Hello" };
    await timed("a message", () => send(`${url}/api/simulator/${team.workspace}/messages`, { method: "POST", body: message }));
    await timed("the panel", () => send(`${url}/api/w/${team.workspace}/chats/${chatId}/panel`, { headers: { cookie } }));
  };
  const running = (async () => {
    for (let index = 0; !isOver; index += 1) {
      await round(index);
      await pause(100);
    }
  })();
  return {
    timings,
    end: async () => {
      isOver = true;
      await running;
    },
  };
}

/** Expects that all calls of the other workspace succeeded, and quickly. */
function expectPrompt(timings: Timed[]): void {
  expect(timings.length).toBeGreaterThan(20);
  expect(timings.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
  expect(Math.max(...timings.map(({ ms }) => ms))).toBeLessThan(2_000);
}

async function twoTeams() {
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const { cookie } = await bob.signIn();
  const { chatId } = await bob.sendMessage({ channel: "whatsapp", phone: phoneOf(0) });
  return { ada, bob, cookie, chatId };
}

test("while one workspace waits for its linking lock the others are served normally, and so are its own calls once it is free", async () => {
  const { ada, bob, cookie, chatId } = await twoTeams();
  const [one] = urlsOf(cluster);
  const lock = await holdLinkingLock(cluster, ada.workspace);
  const others = ordinaryTraffic(one, bob, chatId, cookie);
  const waiting = events(one, ada, 60);
  await pause(4_000);
  // Calls of the same workspace that need no lock go on.
  expect((await callAt(one, ada, "POST", "/events", { event: "Order placed", userId: "u0" })).status).toBe(201);
  await lock.letGo();
  expect((await waiting).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 201));
  await others.end();
  expectPrompt(others.timings);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});

test("a call that waits for too long gets 503 with Retry-After, and other workspaces are not affected", async () => {
  const { ada, bob, cookie, chatId } = await twoTeams();
  const [one] = urlsOf(cluster);
  const lock = await holdLinkingLock(cluster, ada.workspace);
  const others = ordinaryTraffic(one, bob, chatId, cookie);
  const began = Date.now();
  const rejected = await events(one, ada, 40);
  expect(Date.now() - began).toBeLessThan(10_000);
  for (const { status, headers, body } of rejected) {
    expect(status).toBe(503);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(body["error"]).toEqual({
      code: "unavailable",
      message: "Other changes of this workspace's contacts and chats take longer than usual. Try again shortly.",
    });
  }
  await lock.letGo();
  await others.end();
  expectPrompt(others.timings);
  expect((await callAt(one, ada, "PUT", "/contacts/u0", { phone: phoneOf(0) })).status).toBe(200);
});

test("deleting a long history and recording events of one workspace leave connections for the others", async () => {
  const { ada, bob, cookie, chatId } = await twoTeams();
  const [one, two] = urlsOf(cluster);
  await callAt(one, ada, "PUT", "/contacts/long", { phone: phoneOf(900) });
  await giveHistory(cluster.postgres.query, { workspace: ada.workspace, userId: "long", count: 100_000 });
  const others = ordinaryTraffic(one, bob, chatId, cookie);
  const began = Date.now();
  const [deleted, ...recorded] = await Promise.all([
    callAt(one, ada, "DELETE", "/contacts/long"),
    events(one, ada, 40),
    events(two, ada, 40),
  ]);
  expect(deleted).toMatchObject({ status: 200, body: { eventsDeleted: 100_000 } });
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(recorded.flat().filter(({ status }) => status !== 201)).toEqual([]);
  await pause(2_000);
  await others.end();
  expectPrompt(others.timings);
});

test("instances that contend for the same lock get it in turn", async () => {
  const team = await newTeam(cluster.running);
  const replies = await Promise.all(urlsOf(cluster).map((url) => events(url, team, 60)));
  expect(replies.flat().filter(({ status }) => status !== 201)).toEqual([]);
});

test("writes the outcome of a call under the linking lock, so that a deletion sees all of it or nothing", async () => {
  const team = await newTeam(cluster.running);
  const desk = await newDesk(team, receiver);
  let reply: (body: object) => void = () => {};
  desk.replyWith(new Promise((resolve) => (reply = resolve)));
  const pressed = await desk.press();
  await expect.poll(() => desk.calls().length).toBe(1);
  const lock = await holdLinkingLock(cluster, team.workspace);
  reply({ body: { message: "Refunded." } });
  // Without the lock the outcome would be there at once.
  await pause(1_000);
  expect((await panelOf(desk.session, desk.chatId)).running).toMatchObject([{ state: "sending" }]);
  expect((await desk.items()).filter(({ kind }) => kind === "action")).toEqual([]);
  await lock.letGo();
  expect((await desk.outcome(String(pressed.body["callId"]))).outcome.message).toBe("Refunded.");
});
