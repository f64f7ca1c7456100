import { readFileSync } from "node:fs";
import { newId } from "@/lib/kernel/ids";
import { type ActionItem, type Desk, newDesk } from "../support/desk";
import { test as base, expect, type Session } from "../support/fixtures";
import { type Hostile, kinds, startHostile } from "../support/hostile";
import { startServer } from "../support/server";

const look = "The call may have happened: look before you press again.";
const delivered = { state: "delivered", message: null, reason: null };
const failed = (reason: string) => ({ state: "failed", message: null, reason });

const test = base.extend<object, { hostile: Hostile }>({
  hostile: [
    async ({ playwright: _ }, use) => {
      const hostile = await startHostile();
      await use(hostile);
      hostile.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ receiver, hostile }, use) => {
      const { authorityFile, nameServer, origins } = hostile;
      const server = await startServer({
        env: {
          DEMO: "1",
          TRUSTED_PROXIES: "1",
          ACTIONS_ALLOW_ORIGINS: [receiver.origin, ...origins].join(","),
          NODE_EXTRA_CA_CERTS: authorityFile,
          NAME_SERVER: nameServer,
        },
        isLasting: true,
      });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

/** What the agent reads. */
const read: Record<string, Record<string, unknown>> = {
  "a body without end": failed(`127.0.0.1 sent a reply of more than 65536 bytes. ${look}`),
  "headers without end": failed(`127.0.0.1 sent more than 16384 bytes of headers. ${look}`),
  "one byte a second": failed(`127.0.0.1 did not answer within 10 seconds. ${look}`),
  silence: failed(`127.0.0.1 did not answer within 10 seconds. ${look}`),
  "50 MB behind gzip": failed(`127.0.0.1 sent a compressed reply, which is not accepted. ${look}`),
  "400 headers": { ...delivered, message: "Refunded." },
  "400 long headers": failed(`127.0.0.1 sent more than 16384 bytes of headers. ${look}`),
  "half a reply": failed(`127.0.0.1 closed the connection before its reply was complete. ${look}`),
  "a message of 1 MB": failed(`127.0.0.1 sent a reply of more than 65536 bytes. ${look}`),
  "a page": delivered,
  "wrong types": { ...delivered, reason: "The reply's event was not recorded: it must be an object." },
  "controls and turned text": { ...delivered, message: "Refun[31mded 09.95" },
  "a redirect to loopback": { state: "refused", reason: "Your server answered 307, a redirect; redirects are not followed." },
  "a TLS handshake that stalls": failed(`127.0.0.1 did not answer within 10 seconds. ${look}`),
  "a certificate for another name": failed(
    "The call was not sent. There is no secure connection to 127.0.0.1: its certificate is for another name.",
  ),
  "a name that is never resolved": failed("The call was not sent. The name slow.acme.example does not resolve."),
};

const addressOf = (hostile: Hostile, kind: string) =>
  kind === "a name that is never resolved" ? "https://slow.acme.example/" : hostile.addressOf(kind);

/** Presses at this address in each of the chats, and says when each was. */
async function pressAll(session: Session, url: string, { chats, buttonId }: { chats: string[]; buttonId: string }): Promise<number[]> {
  await session.call("PUT", "/actions/address", { url });
  const replies = await Promise.all(chats.map((chat) => session.call("POST", `/chats/${chat}/actions`, { id: newId(), buttonId })));
  for (const { status, text } of replies) expect(status, text).toBe(202);
  return replies.map(({ body }) => Date.parse(String(body["startedAt"])));
}

const outcomesIn = async (desk: Desk, chatId: string) =>
  (await desk.items(chatId)).filter((item): item is ActionItem => item.kind === "action");

test("whatever a receiver does, the agent has an answer in the chat within 10.5 seconds", { tag: ["@embedded", "@slow"] }, async ({
  ada,
  receiver,
  hostile,
}) => {
  test.setTimeout(120_000);
  const desk = await newDesk(ada, receiver);
  const pressed = new Map<string, { chatId: string; at: number }>();
  for (const [index, kind] of Object.keys(read).entries()) {
    const { chatId } = await ada.says({ channel: "whatsapp", phone: `4479110001${String(index).padStart(2, "0")}` });
    const [at = 0] = await pressAll(desk.session, addressOf(hostile, kind), { chats: [chatId], buttonId: desk.buttonId });
    pressed.set(kind, { chatId, at });
  }
  for (const [kind, { chatId, at }] of pressed) {
    await expect.poll(() => outcomesIn(desk, chatId), { message: kind, timeout: 15_000 }).toHaveLength(1);
    const [item] = await outcomesIn(desk, chatId);
    expect(item?.outcome, kind).toMatchObject(read[kind] ?? {});
    // By the server's own clock: from the press to the item in the chat.
    expect(Date.parse(item?.createdAt ?? "") - at, kind).toBeLessThan(10_500);
  }
  expect([Object.keys(read).length, hostile.trapped()]).toEqual([kinds.length + 1, 0]);
  expect(hostile.asked()).toBeGreaterThan(0);
});

const megabytesOf = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Every kind at once in all of these chats, with a button for each, until each press has its answer. */
async function storm(desk: Desk, hostile: Hostile, { chats, buttons }: { chats: string[]; buttons: Map<string, string> }): Promise<void> {
  for (const [kind, buttonId] of buttons) await pressAll(desk.session, hostile.addressOf(kind), { chats, buttonId });
  for (const chat of chats) {
    await expect.poll(async () => (await outcomesIn(desk, chat)).length, { timeout: 30_000 }).toBe(buttons.size);
  }
}

/** What another agent gets done: presses at a good receiver, each with its answer, and reads of the chat. */
async function work(desk: Desk, isOver: () => boolean): Promise<{ presses: number; pressMs: number; slowestMs: number; readMs: number }> {
  const [answers, reads]: [number[], number[]] = [[], []];
  do {
    const [pressedAt, id] = [performance.now(), newId()];
    await desk.press(id);
    expect((await desk.outcome(id, 15_000)).outcome.state).toBe("delivered");
    answers.push(performance.now() - pressedAt);
    const readAt = performance.now();
    expect(await desk.items()).not.toEqual([]);
    reads.push(performance.now() - readAt);
  } while (!isOver());
  return { presses: answers.length, slowestMs: Math.max(...answers), pressMs: median(answers), readMs: median(reads) };
}

test("two hundred hostile calls leave the memory flat, and others work on meanwhile", { tag: ["@embedded", "@slow"] }, async ({
  server,
  ada,
  bob,
  receiver,
  hostile,
}) => {
  test.setTimeout(180_000);
  const [desk, good] = [await newDesk(ada, receiver), await newDesk(bob, receiver)];
  const buttons = new Map<string, string>();
  for (const [index, kind] of kinds.entries()) {
    const made = await desk.session.call("POST", "/actions/buttons", { label: kind, action: `b${index}` });
    buttons.set(kind, String(made.body["id"]));
  }
  const chats: string[] = [];
  for (let index = 0; index < 18; index += 1) {
    chats.push((await ada.says({ channel: "whatsapp", phone: `4479110002${String(index).padStart(2, "0")}` })).chatId);
  }

  await storm(desk, hostile, { chats: chats.slice(0, 4), buttons });
  let left = 10;
  const quiet = await work(good, () => --left === 0);
  const before = megabytesOf(server.pid);
  let isOver = false;
  const [busy] = await Promise.all([
    work(good, () => isOver),
    storm(desk, hostile, { chats: chats.slice(4), buttons }).finally(() => {
      isOver = true;
    }),
  ]);

  expect(buttons.size * (chats.length - 4)).toBeGreaterThanOrEqual(200);
  // 14 endless bodies and 14 bombs of 50 MB among them: kept, the bombs alone would be 700. Node itself grows by up to 200.
  await expect.poll(() => megabytesOf(server.pid) - before, { timeout: 30_000 }).toBeLessThan(350);
  expect(busy.presses).toBeGreaterThan(5);
  expect(busy.pressMs).toBeLessThan(Math.max(1_000, quiet.pressMs * 5));
  // Nobody waits as long as a hostile receiver makes its own agent wait.
  expect(busy.slowestMs).toBeLessThan(10_000);
  expect(busy.readMs).toBeLessThan(Math.max(250, quiet.readMs * 5));
  test.info().annotations.push({ type: "measured", description: JSON.stringify({ before, after: megabytesOf(server.pid), quiet, busy }) });
});
