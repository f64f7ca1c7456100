import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, type Session, send, signIn, type Team, test } from "../../support/fixtures";
import { joined } from "../../support/members";
import { hasAllCases } from "../../support/runs";
import { newFolder, type Running, startedFolder, startServer } from "../../support/server";

const rounds = hasAllCases ? 4 : 2;
const writers = 8;
const people = ["447911000001", "447911000002", "447911000003"];
const env = { DEMO: "1", TRUSTED_PROXIES: "1" };

/** A write that was sent: `mark` identifies it, `acknowledged` says whether the response was 201. */
type Entry = { kind: "card" | "message" | "note"; mark: string; phone: string; acknowledged: boolean; eventId?: string };
type Target = { server: Running; team: Team; session: Session; chats: Map<string, string> };

/** One write through the HTTP server, of one of the three kinds. */
async function write({ server, team, session, chats }: Target, entry: Entry): Promise<void> {
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
  entry.acknowledged = true;
  if (kind === "card") entry.eventId = String(reply.body["id"]);
}

/** Writes without a pause until the process is killed. */
async function writeUntilKilled(target: Target, ledger: Entry[]): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    const kind = (["card", "card", "message", "note"] as const)[count % 4] ?? "card";
    const entry: Entry = { kind, mark: newId(), phone: people[count % people.length] ?? "", acknowledged: false };
    ledger.push(entry);
    try {
      await write(target, entry);
    } catch (error) {
      // fetch throws a TypeError when the process is gone; an error response of a running one is a failed expectation.
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function itemsOf(session: Session, chatId: string): Promise<ChatItem[]> {
  const found: ChatItem[] = [];
  for (let query: string | null = "after=0"; query; ) {
    const { body } = await session.call("GET", `/chats/${chatId}/items?${query}`);
    found.push(...(body["items"] as ChatItem[]));
    query = body["next"] ? `cursor=${body["next"]}` : null;
  }
  return found;
}

const markOf = (item: ChatItem): string => {
  if (item.kind === "card") return "properties" in item.card ? String(item.card.properties["reference"]) : "";
  return item.kind === "action" || item.kind === "change" ? "" : item.text;
};

type Page = { items: { id: string }[]; next: string | null };

async function eventIdsOf(session: Session, chatId: string): Promise<string[]> {
  const first = (await session.call("GET", `/chats/${chatId}/panel`)).body as { events: { id: string }[]; nextEvents: string | null };
  const ids = first.events.map(({ id }) => id);
  for (let cursor = first.nextEvents; cursor; ) {
    const { items, next } = (await session.call("GET", `/chats/${chatId}/events?cursor=${cursor}`)).body as Page;
    ids.push(...items.map(({ id }) => id));
    cursor = next;
  }
  return ids;
}

test("keeps every acknowledged write when the server is killed, and stores a repeated one once", {
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
    chats.set(phone, (await team.sendMessage({ channel: "whatsapp", phone }, "begin")).chatId);
  }

  for (let round = 0; round < rounds; round += 1) {
    const target = { server, team, chats, session: await signIn(server.url, team.workspace, team.owner) };
    const writing = Promise.all(Array.from({ length: writers }, () => writeUntilKilled(target, ledger)));
    const startCount = ledger.filter(({ acknowledged }) => acknowledged).length;
    await expect
      .poll(() => ledger.filter(({ acknowledged }) => acknowledged).length, { intervals: [5] })
      .toBeGreaterThan(startCount + 30 + round * 10);
    await server.kill();
    await writing;
    server = await startServer({ dataDir, env });
  }

  const session = await signIn(server.url, team.workspace, team.owner);
  const unacknowledged = ledger.filter(({ acknowledged }) => !acknowledged);
  expect(unacknowledged.length).toBeGreaterThan(0);
  for (const entry of unacknowledged) await write({ server, team, session, chats }, entry);

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

test("keeps keys, buttons, members and passwords that were written just before a kill", { tag: "@embedded" }, async () => {
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

test("starts on a folder whose first start was killed at any moment", { tag: ["@embedded", "@slow"] }, async () => {
  test.setTimeout(240_000);
  for (const delayMs of hasAllCases ? [0, 150, 400, 800, 1_500] : [150, 800]) {
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
