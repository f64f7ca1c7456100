import { append } from "@/lib/domain/chats/append";
import * as people from "@/lib/domain/people";
import { relink } from "@/lib/domain/people/relink-chats";
import { newId } from "@/lib/kernel/ids";
import { trimmed } from "@/lib/kernel/text";
import { db, type Runner } from "@/lib/platform/db";
import { settle } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { poke } from "@/lib/platform/notify";

export type Arrival = { id: string; text: string; sentAt?: Date };

/**
 * A customer's message, from whichever channel: finds or makes the person and their open chat, links them (contract §4) and
 * adds the message. The same id again changes nothing.
 */
export async function receive(
  workspaceId: string,
  from: people.Sender,
  { id, text, sentAt }: Arrival,
): Promise<{ chatId: string; seq: number }> {
  // A name of which nothing can be seen is none: the one that is known stays.
  const sender = { ...from, name: trimmed(from.name ?? "") || undefined };
  const now = new Date();
  const at = sentAt && sentAt < now ? sentAt : now;
  const item = { id, kind: "message", author: "customer", authorName: sender.name ?? null, text, at } as const;
  const add = async (tx: Runner, place: Place) => {
    const row = await append(tx, workspaceId, place.chatId, item);
    if (!row) throw new Error(`Chat ${place.chatId} was closed while a message arrived.`);
    return { ...place, ...row };
  };
  const usual = settle(() =>
    db().$transaction(async (tx) => {
      const known = await openChatOf(tx, workspaceId, sender);
      return known && add(tx, known);
    }),
  );
  const { chatId, seq, added, personId } =
    (await usual) ?? (await withLinkingLock(workspaceId, "change", async (tx) => add(tx, await begin(tx, workspaceId, sender, at))));
  if (added) poke(workspaceId, { chats: [{ id: chatId, seq }], people: [personId] });
  return { chatId, seq };
}

type Place = { chatId: string; personId: string };

/** The usual case, without a lock: nothing about the person is new. The chat's row is held, so that nobody closes it meanwhile. */
async function openChatOf(tx: Runner, workspaceId: string, sender: people.Sender): Promise<Place | undefined> {
  const found = await people.find(tx, workspaceId, sender);
  if (!found || people.isNews(found, sender)) return undefined;
  const [chat] = await rows(tx, IdRow)`
    select id from chat where workspace_id = ${workspaceId}::uuid and open_for = ${found.id}::uuid for update`;
  return chat && { chatId: chat.id, personId: found.id };
}

/** Keeps what is new about the person, and finds or opens their chat. Needs the linking lock for `change`. */
async function begin(tx: Runner, workspaceId: string, sender: people.Sender, at: Date): Promise<Place> {
  const person = await people.meet(tx, workspaceId, sender, at);
  if (sender.channel === "website" && sender.userId)
    await people.identify(tx, workspaceId, { personId: person.id, userId: sender.userId, at });
  else await relink(tx, workspaceId, { contactId: null, phones: [person.phone] });
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
