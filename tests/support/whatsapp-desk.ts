import { randomBytes } from "node:crypto";
import type { ChatItem, MessageStatus } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { test as base, expect, type Reply, type Session, type Team } from "./fixtures";
import { businessAccountId, type GraphApi, startGraphApi } from "./graph-api";
import { type Running, startServer } from "./server";
import {
  type Channel,
  type Customer,
  kinds,
  newPhone,
  phoneNumberId,
  type Sent,
  sendWebhook,
  statusChange,
  webhookOf,
  webhookWith,
} from "./whatsapp";

type MessageItem = Extract<ChatItem, { kind: "message" }>;

/** A server of this worker whose messages go to a stand-in for Meta. */
export const test = base.extend<object, { graph: GraphApi; server: Running }>({
  graph: [
    async ({ playwright: _ }, use) => {
      const graph = await startGraphApi();
      await use(graph);
      graph.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ graph, receiver }, use) => {
      const env = { ...environmentFor(graph), ACTIONS_ALLOW_ORIGINS: `${graph.origin},${receiver.origin}` };
      const server = await startServer({ env, isLasting: true });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

export const environmentFor = ({ origin }: GraphApi) => ({
  DEMO: "1",
  TRUSTED_PROXIES: "1",
  WHATSAPP_GRAPH_URL: origin,
  ACTIONS_ALLOW_ORIGINS: origin,
});

export { expect } from "./expect";

export const newToken = (): string => `EAA${randomBytes(24).toString("hex")}`;

/** An agent in a workspace with WhatsApp, and a customer who has just written. */
export type Desk = {
  team: Team;
  session: Session;
  channel: Channel;
  token: string;
  chatId: string;
  customer: Customer;
  /** As it is named to Meta: the phone, or the id of a customer who hides it. */
  recipient: string;
  write: (text: string, more?: object) => Promise<{ id: string; reply: Reply }>;
  item: (id: string) => Promise<MessageItem>;
  items: () => Promise<MessageItem[]>;
  /** Waits until the message has this state. */
  reaches: (id: string, state: MessageStatus["state"], timeout?: number) => Promise<MessageItem>;
  hear: (sent: Sent) => Promise<void>;
  status: (wamid: string, state: string, fields?: Record<string, unknown>) => Promise<void>;
};

export async function connect(team: Team, session: Session, token = newToken()): Promise<Channel> {
  const appSecret = randomBytes(16).toString("hex");
  const reply = await session.call("PUT", "/whatsapp", { phoneNumberId, businessAccountId, accessToken: token, appSecret });
  expect(reply.status, reply.text).toBe(200);
  const { verifyToken } = reply.body;
  return { url: `${team.url}/api/channels/whatsapp/${team.workspace}`, appSecret, verifyToken: String(verifyToken) };
}

type Start = { customer?: Customer; first?: (customer: Customer) => Sent };

export async function newWhatsAppDesk(
  team: Team,
  { customer = { phone: newPhone() }, first = (from) => kinds.text(from) }: Start = {},
): Promise<Desk> {
  const session = await team.signIn();
  const token = newToken();
  const channel = await connect(team, session, token);
  const hear = async (sent: Sent) => {
    const reply = await sendWebhook(channel, webhookWith(sent));
    expect(reply.status, reply.text).toBe(200);
  };
  const chats = async () => (await session.call("GET", "/chats")).body["items"] as { id: string }[];
  const before = new Set((await chats()).map(({ id }) => id));
  await hear(first(customer));
  const newest = async () => (await chats()).find(({ id }) => !before.has(id))?.id;
  await expect.poll(newest, { message: "the customer's chat" }).toBeDefined();
  const chatId = String(await newest());
  const status: Desk["status"] = async (wamid, state, fields) => {
    const reply = await sendWebhook(channel, webhookOf(statusChange(wamid, state, fields)));
    expect(reply.status, reply.text).toBe(200);
  };
  return deskAt({ team, session, channel, token, chatId, customer, recipient: customer.phone ?? customer.userId ?? "", hear, status });
}

type Position = Omit<Desk, "write" | "item" | "items" | "reaches">;

/** A desk for another session, for instance after a restart. */
export function deskAt(at: Position): Desk {
  const { session, chatId } = at;
  const items = async () => {
    const reply = await session.call("GET", `/chats/${chatId}/items`);
    return (reply.body["items"] as ChatItem[]).filter((one): one is MessageItem => one.kind === "message");
  };
  const item = async (id: string) => {
    const found = (await items()).find((one) => one.id === id);
    if (!found) throw new Error(`There is no message ${id} in the chat.`);
    return found;
  };
  return {
    ...at,
    items,
    item,
    write: async (text, more = {}) => {
      const id = newId();
      return { id, reply: await session.call("POST", `/chats/${chatId}/messages`, { id, kind: "message", text, ...more }) };
    },
    reaches: async (id, state, timeout = 10_000) => {
      await expect.poll(async () => (await item(id)).status?.state, { timeout, message: `a message that is ${state}` }).toBe(state);
      return item(id);
    },
  };
}
