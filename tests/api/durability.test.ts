import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ChatItem } from "@/lib/domain/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, type Session, send, signIn, type Team, test } from "../support/fixtures";
import { joined } from "../support/members";
import { newFolder, type Running, startedFolder, startServer } from "../support/server";

const rounds = 4;
const writers = 8;
const people = ["447911000001", "447911000002", "447911000003"];
const env = { DEMO: "1", TRUSTED_PROXIES: "1" };

/** Something that was sent: by which it is found again, and whether it was answered with 201. */
type Entry = { kind: "card" | "message" | "note"; mark: string; phone: string; answered: boolean; eventId?: string };
type Place = { server: Running; team: Team; session: Session; chats: Map<string, string> };

/** One write through the front door, of one of the three kinds. */
async function write({ server, team, session, chats }: Place, entry: Entry): Promise<void> {
  const { kind, mark, phone } = entry;
  const url = server.url;
  const reply =
    kind === "card"
      ? await send(`${url}/api/v1/events`, {
          method: "POST",
          headers: { authorization: `Bearer ${team.key}`, "idempotency-key": mark },
          body: { event: "Order placed", userId: `user_${phone}`, properties: { reference: mark } },
        })
      : kind === "message"
        ? await send(`${url}/api/simulator/${team.workspace}/messages`, {
            method: "POST",
            body: { id: mark, from: { channel: "whatsapp", phone }, text: mark },
          })
        : await session.call("POST", `/chats/${chats.get(phone)}/messages`, { id: mark, kind, text: mark });
  expect(reply.status, reply.text).toBe(201);
  entry.answered = true;
  if (kind === "card") entry.eventId = String(reply.body["id"]);
}

/** Writes without a pause until the process dies under it. */
async function writeUntilKilled(place: Place, ledger: Entry[]): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    const kind = (["card", "card", "message", "note"] as const)[count % 4] ?? "card";
    const entry: Entry = { kind, mark: newId(), phone: people[count % people.length] ?? "", answered: false };
    ledger.push(entry);
    try {
      await write(place, entry);
    } catch (error) {
      // fetch says so when the process is gone; a refusal by a living one is a failed expectation.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function itemsOf(session: Session, chatId: string): Promise<ChatItem[]> {
  const found: ChatItem[] = [];
  for (let hasLater = true; hasLater; ) {
    const { body } = await session.call("GET", `/chats/${chatId}/items?after=${found.at(-1)?.seq ?? 0}`);
    found.push(...(body["items"] as ChatItem[]));
    hasLater = body["hasLater"] === true;
  }
  return found;
}

const markOf = (item: ChatItem): string => {
  if (item.kind === "card") return item.card.deleted ? "" : String(item.card.properties["reference"]);
  return item.kind === "action" ? "" : item.text;
};

async function eventIdsOf(session: Session, chatId: string): Promise<string[]> {
  const first = (await session.call("GET", `/chats/${chatId}/panel`)).body as { events: { id: string }[]; moreEvents: boolean };
  const ids = first.events.map(({ id }) => id);
  for (let more = first.moreEvents; more; ) {
    const { body } = await session.call("GET", `/chats/${chatId}/events?before=${ids.at(-1)}`);
    ids.push(...(body["events"] as { id: string }[]).map(({ id }) => id));
    more = body["moreEvents"] === true;
  }
  return ids;
}

test("a server that is killed during writes keeps everything it answered, and what is sent again is there once", {
  tag: ["@embedded", "@slow"],
}, async () => {
  test.setTimeout(240_000);
  const dataDir = startedFolder();
  const ledger: Entry[] = [];
  const chats = new Map<string, string>();
  let server = await startServer({ dataDir, env });
  const team = await newTeam(server);
  for (const phone of people) {
    await team.api("PUT", `/contacts/user_${phone}`, { body: { phone } });
    chats.set(phone, (await team.says({ channel: "whatsapp", phone }, "begin")).chatId);
  }

  for (let round = 0; round < rounds; round += 1) {
    const place = { server, team, chats, session: await signIn(server.url, team.workspace, team.owner) };
    const writing = Promise.all(Array.from({ length: writers }, () => writeUntilKilled(place, ledger)));
    const already = ledger.filter(({ answered }) => answered).length;
    await expect
      .poll(() => ledger.filter(({ answered }) => answered).length, { intervals: [5] })
      .toBeGreaterThan(already + 30 + round * 10);
    await server.kill();
    await writing;
    server = await startServer({ dataDir, env });
  }

  const session = await signIn(server.url, team.workspace, team.owner);
  const unanswered = ledger.filter(({ answered }) => !answered);
  expect(unanswered.length).toBeGreaterThan(0);
  for (const entry of unanswered) await write({ server, team, session, chats }, entry);

  for (const [phone, chatId] of chats) {
    const sent = ledger.filter((entry) => entry.phone === phone);
    const items = await itemsOf(session, chatId);
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, index) => index + 1));
    expect(items.map((item) => `${item.kind} ${markOf(item)}`).sort()).toEqual(
      ["message begin", ...sent.map(({ kind, mark }) => `${kind} ${mark}`)].sort(),
    );
    const events = sent.flatMap(({ eventId }) => eventId ?? []);
    expect((await eventIdsOf(session, chatId)).sort()).toEqual(events.sort());
  }
  expect(await server.stop()).toBe(0);
});

test("what was written just before a kill is there after it: keys, buttons, members and passwords too", { tag: "@embedded" }, async () => {
  const killed = await startServer({ env });
  const team = await newTeam(killed);
  const before = await team.signIn();
  const { secret: key } = (await before.call("POST", "/keys", { name: "Second" })).body;
  await before.call("POST", "/actions/buttons", { label: "Refund", action: "refund" });
  const { secret } = (await before.call("POST", "/actions/secret/rotate", {})).body;
  await joined(team, before);
  const password = newId();
  await before.call("POST", "/me/password", { current: team.owner.password, next: password });
  await killed.kill();

  const server = await startServer({ env, dataDir: killed.dataDir });
  const session = await signIn(server.url, team.workspace, { ...team.owner, password });
  const headers = { authorization: `Bearer ${String(key)}` };
  expect((await send(`${server.url}/api/v1/contacts/user_1`, { method: "PUT", headers, body: {} })).status).toBe(200);
  expect((await session.call("GET", "/actions")).body["buttons"]).toMatchObject([{ label: "Refund" }]);
  expect((await session.call("POST", "/actions/secret/reveal", {})).body).toEqual({ secret });
  expect((await session.call("GET", "/members")).body["members"]).toHaveLength(2);
  expect((await send(`${server.url}/api/w/${team.workspace}/chats`, { headers: { cookie: before.cookie } })).status).toBe(401);
  await server.stop();
});

test("a kill at any moment of the first start leaves a folder that starts", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(240_000);
  for (const delayMs of [0, 150, 400, 800, 1_500]) {
    const dataDir = newFolder();
    const lock = join(dataDir, "lock.json");
    const starting = startServer({ dataDir }).catch(() => undefined);
    await expect.poll(() => existsSync(lock) && readFileSync(lock, "utf8") !== "", { timeout: 30_000, intervals: [10] }).toBe(true);
    await pause(delayMs);
    process.kill((JSON.parse(readFileSync(lock, "utf8")) as { pid: number }).pid, "SIGKILL");
    await starting;

    const server = await startServer({ dataDir });
    expect((await server.operate("list-workspaces", {}))["workspaces"], `killed after ${delayMs} ms`).toEqual([]);
    expect(await server.stop()).toBe(0);
  }
});
