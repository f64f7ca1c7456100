import { append } from "@/lib/domain/chats/append";
import * as people from "@/lib/domain/people";
import { relinkChats } from "@/lib/domain/people/relink-chats";
import { newId } from "@/lib/kernel/ids";
import { trimmed } from "@/lib/kernel/text";
import { db, type Runner } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";

export type IncomingMessage = { id: string; text: string; sentAt?: Date };

/**
 * Adds a customer's message from any channel: finds or creates the person and their open chat, and links them (contract §4).
 * A repeated id changes nothing.
 */
export async function ingestMessage(
  workspaceId: string,
  from: people.Sender,
  { id, text, sentAt }: IncomingMessage,
): Promise<{ chatId: string; seq: number }> {
  // A name without visible characters counts as not sent: the known one stays.
  const sender = { ...from, name: trimmed(from.name ?? "") || undefined };
  const now = new Date();
  const at = sentAt && sentAt < now ? sentAt : now;
  const item = { id, kind: "message", author: "customer", authorName: sender.name ?? null, text, at } as const;
  const add = async (tx: Runner, chat: ChatOfPerson) => {
    const row = await append(tx, workspaceId, chat.chatId, item);
    if (!row) throw new Error(`Chat ${chat.chatId} was closed while a message arrived.`);
    return { ...chat, ...row };
  };
  const withoutLock = withRetry(() =>
    db().$transaction(async (tx) => {
      const existing = await openChatOf(tx, workspaceId, sender);
      return existing && add(tx, existing);
    }),
  );
  const { chatId, seq, added, personId } =
    (await withoutLock) ??
    (await withLinkingLock(workspaceId, "change", async (tx) => add(tx, await openChat(tx, workspaceId, sender, at))));
  if (added) notify(workspaceId, { chats: [{ id: chatId, seq }], people: [personId] });
  return { chatId, seq };
}

type ChatOfPerson = { chatId: string; personId: string };

/** The common case, without the linking lock: nothing about the person is new. The locked row keeps the chat from being closed. */
async function openChatOf(tx: Runner, workspaceId: string, sender: people.Sender): Promise<ChatOfPerson | undefined> {
  const found = await people.findPerson(tx, workspaceId, sender);
  if (!found || people.hasNewDetails(found, sender)) return undefined;
  const [chat] = await rows(tx, IdRow)`
    select id from chat where workspace_id = ${workspaceId}::uuid and open_for = ${found.id}::uuid for update`;
  return chat && { chatId: chat.id, personId: found.id };
}

/** Stores new details of the person, and finds or opens their chat. Needs the linking lock for `change`. */
async function openChat(tx: Runner, workspaceId: string, sender: people.Sender, at: Date): Promise<ChatOfPerson> {
  const person = await people.findOrCreatePerson(tx, workspaceId, sender, at);
  if (sender.channel === "website" && sender.userId)
    await people.linkSignedUser(tx, workspaceId, { personId: person.id, userId: sender.userId, at });
  else await relinkChats(tx, workspaceId, { contactId: null, phones: [person.phone] });
  await tx.$executeRaw`
    insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${person.id}::uuid, 'open', ${person.id}::uuid, 0, ${at}, ${at}, ${at})
    on conflict (workspace_id, open_for) do nothing`;
  const [chat] = await rows(tx, IdRow)`
    select id from chat where workspace_id = ${workspaceId}::uuid and open_for = ${person.id}::uuid for update`;
  if (!chat) throw new Error(`No chat could be opened for person ${person.id}.`);
  return { chatId: chat.id, personId: person.id };
}

/** What the customer sees of their chats: never a note, a card or an action. */
export async function transcript(workspaceId: string, of: { phone?: string | undefined; visitorId?: string | undefined }) {
  const { phone, visitorId } = of;
  if (phone === undefined && visitorId === undefined) return { messages: [] };
  const rows = await db().chatItem.findMany({
    where: {
      workspaceId,
      kind: "message",
      chat: { person: { workspaceId, ...(phone === undefined ? {} : { phone }), ...(visitorId === undefined ? {} : { visitorId }) } },
    },
    orderBy: [{ createdAt: "desc" }, { seq: "desc" }],
    take: 100,
  });
  return {
    messages: rows.reverse().map(({ id, author, text, createdAt }) => ({
      id,
      author: author === "customer" ? ("customer" as const) : ("agent" as const),
      text: text ?? "",
      createdAt,
    })),
  };
}
