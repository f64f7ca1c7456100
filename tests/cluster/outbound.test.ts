import type { ChatItem } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { expect, newTeam, send, test } from "../support/fixtures";
import { startGraphApi } from "../support/graph-api";
import { newPhone } from "../support/whatsapp";
import { connect, environmentFor } from "../support/whatsapp-desk";
import { startCluster } from "./cluster";
import { urlsOf } from "./instances";

const [chats, each] = [20, 8];

test("sends each message once and in its chat's order, whichever instance takes it, also when one is killed", async () => {
  test.setTimeout(240_000);
  const graph = await startGraphApi();
  const cluster = await startCluster({ env: { ...environmentFor(graph), TRUSTED_PROXIES: "2" } });
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  await connect(team, session);
  const customers = await Promise.all(
    Array.from({ length: chats }, async () => {
      const phone = newPhone();
      return { phone, ...(await team.sendMessage({ channel: "whatsapp", phone })) };
    }),
  );
  const urls = urlsOf(cluster);
  const write = async (chatId: string, text: string, url = "") => {
    const id = newId();
    const path = `${url}/api/w/${team.workspace}/chats/${chatId}/messages`;
    const headers = { cookie: session.cookie, origin: url };
    const reply = await send(path, { method: "POST", headers, body: { id, kind: "message", text } });
    expect(reply.status, reply.text).toBe(201);
  };
  for (let at = 0; at < each; at += 1) {
    // The first instance is killed while it and the others send.
    const reached = at < each / 2 ? urls : urls.slice(1);
    await Promise.all(customers.map(({ chatId }, index) => write(chatId, String(at), reached[(index + at) % reached.length])));
    if (at === each / 2 - 1) await cluster.instances[0]?.running.kill();
  }

  const statesOf = async (chatId: string) => {
    const { items } = (await session.call("GET", `/chats/${chatId}/items`)).body as { items: ChatItem[] };
    return items.flatMap((item) => (item.kind === "message" && item.status ? [item.status.state] : []));
  };
  const states = async () => (await Promise.all(customers.map(({ chatId }) => statesOf(chatId)))).flat();
  // What the killed instance was sending is known to be unknown after half a minute.
  const isSettled = async () => (await states()).every((state) => state === "sent" || state === "unknown");
  await expect.poll(isSettled, { timeout: 120_000 }).toBe(true);
  const found = await states();
  expect(found).toHaveLength(chats * each);
  expect(found.filter((state) => state === "sent").length).toBeGreaterThan((chats * each) / 2);
  for (const { phone } of customers) {
    const texts = graph.messagesTo(phone).map(({ body }) => (body["text"] as { body: string }).body);
    expect(texts).toEqual([...new Set(texts)].sort());
  }
  expect(graph.violations).toEqual([]);
  await cluster.stop();
  graph.close();
});
