import type { ChatItem, ChatSummary, listChats } from "@/lib/chats/contract";
import type { Tag } from "@/lib/chats/tags/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { expect } from "./expect";
import type { Reply, Session } from "./fixtures";

/** The chats of a view; `query` is such as "?view=mine". */
export async function chatsIn(session: Session, query = ""): Promise<ReplyOf<typeof listChats>> {
  const reply = await session.call("GET", `/chats${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as ReplyOf<typeof listChats>;
}

export const idsIn = async (session: Session, query = ""): Promise<string[]> => (await chatsIn(session, query)).items.map(({ id }) => id);

/** A chat as the list shows it, in any view. */
export async function summaryOf(session: Session, chatId: string): Promise<ChatSummary> {
  for (const view of ["open", "snoozed", "closed"]) {
    const [found] = (await chatsIn(session, `?view=${view}&ids=${chatId}`)).items;
    if (found) return found;
  }
  throw new Error(`No view has the chat ${chatId}.`);
}

/** The changes of a chat in their order, each with who made it. */
export async function changesOf(session: Session, chatId: string) {
  const reply = await session.call("GET", `/chats/${chatId}/items?after=0`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body["items"] as ChatItem[]).flatMap((item) => (item.kind === "change" ? [{ by: item.authorName, ...item.change }] : []));
}

export const assign = (session: Session, chatId: string, accountId: string | null): Promise<Reply> =>
  session.call("POST", `/chats/${chatId}/assignee`, { accountId });

export const snooze = (session: Session, chatId: string, until: Date | null): Promise<Reply> =>
  session.call("POST", `/chats/${chatId}/snooze`, { until: until?.toISOString() ?? null });

export const setStatus = (session: Session, chatId: string, status: "open" | "closed"): Promise<Reply> =>
  session.call("POST", `/chats/${chatId}/status`, { status });

/** Writes to the customer; must be accepted. */
export async function answer(session: Session, chatId: string, text = "Hello!", kind: "message" | "note" = "message"): Promise<void> {
  const reply = await session.call("POST", `/chats/${chatId}/messages`, { id: newId(), kind, text });
  expect(reply.status, reply.text).toBe(201);
}

/** The members as chats can be assigned to them. */
export async function teamOf(session: Session): Promise<{ id: string; name: string }[]> {
  const reply = await session.call("GET", "/team");
  expect(reply.status, reply.text).toBe(200);
  return reply.body["items"] as { id: string; name: string }[];
}

export const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

export async function tagIn(session: Session, name: string, color = "blue"): Promise<Tag> {
  const reply = await session.call("POST", "/tags", { name, color });
  expect(reply.status, reply.text).toBe(201);
  return reply.body as Tag;
}
