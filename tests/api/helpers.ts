import type { ChatItem } from "@/lib/chats/contract";
import type { getContact as getContactContract } from "@/lib/context/contacts/contract";
import type { RecordedEvent } from "@/lib/context/events/contract";
import type { getPanel } from "@/lib/desk/panel/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { expect } from "../support/expect";
import { type Reply, type Session, send, type Team } from "../support/fixtures";

export const phone = "447911000001";
export const whatsapp = { channel: "whatsapp", phone };

type Card = Extract<ChatItem, { kind: "card" }>["card"];
type Recorded = Omit<RecordedEvent, "occurredAt"> & { occurredAt: string };

function expectStatus(reply: Reply, status: number): Reply {
  expect(reply.status, reply.text).toBe(status);
  return reply;
}

/** A contact as GET returns it. */
export const getContact = async (team: Team, userId: string) =>
  expectStatus(await team.api("GET", `/contacts/${encodeURIComponent(userId)}`), 200).body as ReplyOf<typeof getContactContract>;

export const putContact = async (team: Team, userId: string, body: object = {}) =>
  expectStatus(await team.api("PUT", `/contacts/${encodeURIComponent(userId)}`, { body }), 200).body as {
    contact: ReplyOf<typeof getContactContract>["contact"];
    linkedChats: number;
    created: boolean;
    changed: string[];
  };

/** Records an event that must be accepted. */
export const recordEvent = async (team: Team, body: object): Promise<Recorded> =>
  expectStatus(await team.api("POST", "/events", { body: { event: "Order placed", ...body } }), 201).body as Recorded;

export const itemsOf = async (session: Session, chatId: string) =>
  expectStatus(await session.call("GET", `/chats/${chatId}/items`), 200).body["items"] as ChatItem[];

export const cardsOf = async (session: Session, chatId: string): Promise<Card[]> =>
  (await itemsOf(session, chatId)).flatMap((item) => (item.kind === "card" ? [item.card] : []));

export const panelOf = async (session: Session, chatId: string) =>
  expectStatus(await session.call("GET", `/chats/${chatId}/panel`), 200).body as ReplyOf<typeof getPanel>;

export const close = async (session: Session, chatId: string) =>
  expectStatus(await session.call("POST", `/chats/${chatId}/status`, { status: "closed" }), 200);

/** The customer's view of their chats. */
export const transcriptOf = async (url: string, team: Team, of: Record<string, string>) =>
  expectStatus(await send(`${url}/api/simulator/${team.workspace}/messages?${new URLSearchParams(of)}`), 200).body["messages"] as {
    author: string;
    text: string;
  }[];

/** `count` calls at once, none of which changes anything. */
export const sendCalls = (team: Team, count: number): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, () => team.api("GET", "/contacts/nobody")));
