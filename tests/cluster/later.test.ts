import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, send, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { joined } from "../support/members";
import { clusterOf } from "./cluster";

test.describe.configure({ mode: "serial", timeout: 300_000 });

const cluster = clusterOf({ count: 2 });
const query = <Row>(sql: string, values?: unknown[]) => cluster.postgres.query<Row>(sql, values);

const idOf = async (slug: string): Promise<string> =>
  (await query<{ id: string }>("select id from workspace where slug = $1", [slug]))[0]?.id ?? "";

/** Kills the instances in turn, a few times, while the work goes on. */
async function killInTurn(times: number): Promise<void> {
  for (let kill = 0; kill < times; kill += 1) {
    await pause(600 + 900 * Math.random());
    const instance = cluster.instances[kill % 2];
    await instance?.running.kill();
    await instance?.start();
  }
}

test("each scheduled reply is sent once or was cancelled, by two instances that are killed meanwhile", { tag: "@slow" }, async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const urls = cluster.instances.map(({ running }) => running.url);
  const chats = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => (await team.sendMessage({ channel: "website", visitorId: `v_${at}` })).chatId),
  );
  const began = Date.now();
  const replies = chats.flatMap((chatId) => Array.from({ length: 12 }, (_, at) => ({ chatId, id: newId(), inMs: 4_000 + at * 900 })));
  await Promise.all(
    replies.map(async ({ chatId, id, inMs }, at) => {
      const url = urls[at % 2] ?? "";
      const body = { id, text: id, sendAt: new Date(began + inMs).toISOString() };
      const headers = { cookie: session.cookie, origin: url };
      const reply = await send(`${url}/api/w/${team.workspace}/chats/${chatId}/scheduled`, { method: "POST", headers, body });
      expect(reply.status, reply.text).toBe(201);
    }),
  );
  // Every tenth is cancelled at the moment in which it is due: it is one or the other.
  const cancelled = new Set<string>();
  const cancelling = replies
    .filter((_, at) => at % 10 === 0)
    .map(async ({ chatId, id, inMs }) => {
      await pause(began + inMs - Date.now());
      const reply = await session.call("DELETE", `/chats/${chatId}/scheduled/${id}`).catch(() => undefined);
      if (reply?.status === 200) cancelled.add(id);
    });
  await Promise.all([killInTurn(6), ...cancelling]);

  const workspaceId = await idOf(team.workspace);
  const left = async () =>
    (await query<{ n: number }>("select count(*)::int as n from scheduled_message where workspace_id = $1", [workspaceId]))[0]?.n;
  await expect.poll(left, { timeout: 90_000 }).toBe(0);
  const sent = await query<{ id: string; text: string }>(
    "select id, text from chat_item where workspace_id = $1 and kind = 'message' and author = 'agent'",
    [workspaceId],
  );
  expect(sent.every(({ id, text }) => id === text)).toBe(true);
  const unsent = replies.map(({ id }) => id).filter((id) => !sent.some((one) => one.id === id));
  // An answer to a cancellation may be lost with its instance: what is neither sent nor known to be cancelled was asked for.
  const asked = new Set(replies.filter((_, at) => at % 10 === 0).map(({ id }) => id));
  expect(unsent.every((id) => asked.has(id))).toBe(true);
  expect([...cancelled].every((id) => unsent.includes(id))).toBe(true);
  expect(await breaches(query)).toEqual([]);
});

test("chats come back once, with one line, from two instances that are killed meanwhile, and an answer keeps them", {
  tag: "@slow",
}, async () => {
  const [team, other] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const owner = await team.signIn();
  const tom = await joined(team, owner);
  const chats: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const { chatId } = await team.sendMessage({ channel: "website", visitorId: `v_${at}` });
    chats.push(chatId);
    await owner.call("POST", `/chats/${chatId}/assignee`, { accountId: tom.id });
  }
  const foreign = await other.sendMessage({ channel: "website", visitorId: "v_1" });
  const others = await other.signIn();
  const [me] = (await others.call("GET", "/team")).body["items"] as { id: string }[];
  await others.call("POST", `/chats/${foreign.chatId}/assignee`, { accountId: me?.id });

  expect((await owner.call("PUT", "/chat-settings", { comeBack: "queue", comeBackMinutes: 5 })).status).toBe(200);
  const workspaceId = await idOf(team.workspace);
  // The customers wrote ten minutes ago, which counts once the option was there then.
  await query("update chat_item set created_at = created_at - interval '10 minutes' where workspace_id = $1", [workspaceId]);
  await query(
    `update chat c set last_message_at = (select max(i.created_at) from chat_item i
       where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'message') where c.workspace_id = $1`,
    [workspaceId],
  );
  await query("update workspace set come_back_since = come_back_since - interval '20 minutes' where id = $1", [workspaceId]);
  const writing = (async () => {
    for (const chatId of chats.slice(0, 10))
      await tom.session
        .call("POST", `/chats/${chatId}/messages`, { id: newId(), kind: "message", text: "I am here." })
        .catch(() => undefined);
  })();
  await Promise.all([writing, killInTurn(4)]);

  const rows = () =>
    query<{ id: string; mine: boolean; lines: number; answers: number }>(
      `select c.id, c.assignee_id is not null as mine,
         (select count(*)::int from chat_item i where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.data->'notice'->>'what' = 'came_back') as lines,
         (select count(*)::int from chat_item i where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.author = 'agent') as answers
       from chat c where c.workspace_id = $1`,
      [workspaceId],
    );
  const waiting = async () => (await rows()).filter(({ mine, answers }) => mine && answers === 0).length;
  await expect.poll(waiting, { timeout: 120_000 }).toBe(0);
  // What was answered first stays; what came back first and was answered then has its line, too.
  for (const { lines, answers } of await rows()) expect(answers > 0 ? [0, 1] : [1]).toContain(lines);
  const [unchanged] = await query<{ n: number }>(
    "select count(*)::int as n from chat where workspace_id = $1 and assignee_id is not null",
    [await idOf(other.workspace)],
  );
  expect(unchanged?.n).toBe(1);
  expect(await breaches(query)).toEqual([]);
});
