import type { ChatItem, ChatSummary } from "@/lib/chats/contract";
import { expect } from "../support/expect";
import { test as base, type Session } from "../support/fixtures";
import { metricsToken } from "../support/metrics";
import { startServer } from "../support/server";
import { type MediaServer, startMediaServer } from "../support/whatsapp-media";

/** A server of its own, which fetches files from a stand-in. */
export const whatsAppTest = base.extend<object, { media: MediaServer }>({
  media: [
    async ({ playwright: _ }, use) => {
      const media = await startMediaServer();
      await use(media);
      media.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ media }, use) => {
      const env = { DEMO: "1", TRUSTED_PROXIES: "1", METRICS_TOKEN: metricsToken };
      const graph = { ACTIONS_ALLOW_ORIGINS: media.origin, WHATSAPP_GRAPH_URL: media.origin };
      const server = await startServer({ env: { ...env, ...graph }, isLasting: true });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

type Message = Extract<ChatItem, { kind: "message" }>;

export const chatsOf = async (session: Session): Promise<ChatSummary[]> => {
  const reply = await session.call("GET", "/chats");
  expect(reply.status, reply.text).toBe(200);
  return reply.body["items"] as ChatSummary[];
};

/** The first 100 messages of a chat, in order. */
export async function messagesOf(session: Session, chatId: string): Promise<Message[]> {
  const reply = await session.call("GET", `/chats/${chatId}/items?after=0`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body["items"] as ChatItem[]).filter((item): item is Message => item.kind === "message");
}

/** The texts of all messages, chat by chat. */
export async function textsOf(session: Session): Promise<string[]> {
  const chats = await chatsOf(session);
  return (await Promise.all(chats.map(({ id }) => messagesOf(session, id)))).flat().map(({ text }) => text);
}

export async function onlyChat(session: Session): Promise<string> {
  const [chat, ...others] = await chatsOf(session);
  expect(others).toEqual([]);
  return chat?.id ?? "";
}
