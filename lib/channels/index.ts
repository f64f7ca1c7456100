/**
 * A channel is a way by which messages come and go: the website, WhatsApp, the simulator of the demo. The wing's own files add a message
 * from any of them to a chat; the chat itself is `lib/chats`.
 */

import { z } from "zod";
import { addedItem } from "@/lib/chats/added";
import { append } from "@/lib/chats/append";
import * as attachments from "@/lib/chats/attachments";
import type { MessageContent } from "@/lib/chats/contract";
import type { ItemRow } from "@/lib/chats/item";
import * as people from "@/lib/people";
import * as codes from "@/lib/people/links/codes";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withRetry } from "@/lib/platform/db/errors";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { named, pastTime } from "./arriving";
import { requireWaiting } from "./inbound/erase";
import { type ChatOfPerson, findOpenChat, openChat, savePerson } from "./open-chat";
import { noteBlocked } from "./website/networks";

export { changeMessage } from "./change-message";
export { transcript } from "./transcript";

type Tx = Prisma.TransactionClient;

type IncomingMessage = {
  id: string;
  /** May be empty when there is content or an attachment. */
  text: string;
  content?: MessageContent | undefined;
  /** The ids of uploads of this chat, or of its visitor. */
  attachments?: string[] | undefined;
  sentAt?: Date | undefined;
  /** The stored entry that it comes from. */
  entry?: string | undefined;
};

type IngestedMessage = ChatOfPerson & { seq: number; added: boolean };

/**
 * Adds a customer's message from any channel: finds or creates the person and their open chat, and links them (contract §4), also
 * by a link code in the text. A repeated id changes nothing.
 * @throws forbidden for a blocked person, ErasedError when its sender was erased after it was stored
 */
export async function ingestMessage(workspaceId: string, from: people.Sender, message: IncomingMessage): Promise<IngestedMessage> {
  const sender = named(from);
  const at = pastTime(message.sentAt);
  const code = await codes.admit(workspaceId, sender, message.text);
  const withoutLock = () =>
    db().$transaction(async (tx) => {
      if (message.entry !== undefined) await requireWaiting(tx, workspaceId, sender.channel, message.entry);
      const chat = await findOpenChat(tx, workspaceId, sender, at);
      return chat && add(tx, workspaceId, chat, { ...message, sender, at });
    });
  const ingested =
    (code ? undefined : await withRetry(withoutLock)) ??
    (await withLinkingLock(workspaceId, "change", (tx) => ingestLocked(tx, workspaceId, { sender, message, at, code })));
  announce(workspaceId, ingested);
  const { chatId, seq, personId, added } = ingested;
  return { chatId, seq, personId, added };
}

type Ingested = IngestedMessage & { contactId?: string | undefined; item?: ItemRow; ended?: people.EndedChat[] };
type Locked = { sender: people.Sender; message: IncomingMessage; at: Date; code: codes.CodeInText | undefined };

async function ingestLocked(tx: Tx, workspaceId: string, { sender, message, at, code }: Locked): Promise<Ingested> {
  if (message.entry !== undefined) await requireWaiting(tx, workspaceId, sender.channel, message.entry);
  const before = await ingestedAs(tx, workspaceId, message.id);
  if (before) return before;
  const { personId, ended } = await savePerson(tx, workspaceId, sender, at);
  const used = code && (await codes.redeem(tx, workspaceId, { code, personId }));
  const { chatId, isNew } = await openChat(tx, workspaceId, { personId, at, isJustLinked: used?.contactId !== undefined });
  if (isNew && people.isVisitor(sender) && sender.network !== undefined)
    await noteBlocked(tx, workspaceId, { chatId, personId, network: sender.network, at });
  const text = used?.text ?? message.text;
  return { ...(await add(tx, workspaceId, { chatId, personId }, { ...message, text, sender, at })), contactId: used?.contactId, ended };
}

type ToAdd = IncomingMessage & { sender: people.Sender; at: Date };

async function add(tx: Tx, workspaceId: string, { chatId, personId }: ChatOfPerson, { sender, at, ...message }: ToAdd): Promise<Ingested> {
  const { id, text, content, attachments: ids = [] } = message;
  // A repeat takes no other files.
  const before = ids.length > 0 ? await ingestedAs(tx, workspaceId, id) : undefined;
  if (before) return before;
  const files = await attachments.attach(tx, workspaceId, {
    itemId: id,
    chatId,
    ids,
    visitorId: people.isVisitor(sender) ? sender.visitorId : undefined,
  });
  const data = { ...content, ...(files.length > 0 && { attachments: files }) };
  const item = { id, kind: "message", author: "customer", authorName: sender.name ?? null, text, at } as const;
  const row = await append(tx, workspaceId, chatId, Object.keys(data).length > 0 ? { ...item, data } : item);
  if (!row) throw new Error(`Chat ${chatId} was closed while a message arrived.`);
  const stored = { ...item, seq: row.seq, data, eventId: null, createdAt: at, delivery: null };
  return row.added ? { chatId, personId, ...row, item: stored } : ((await ingestedAs(tx, workspaceId, id)) ?? { chatId, personId, ...row });
}

const IngestedRow = z.strictObject({ chatId: z.uuid(), personId: z.uuid(), seq: z.int(), added: z.boolean() });

/** A message that arrived before, perhaps in a chat that was closed since. */
async function ingestedAs(tx: Tx, workspaceId: string, id: string): Promise<IngestedMessage | undefined> {
  const [found] = await rows(tx, { row: IngestedRow, workspace: workspaceId })`
    select i.chat_id as "chatId", h.person_id as "personId", i.seq, false as added
    from chat_item i join chat h on h.workspace_id = i.workspace_id and h.id = i.chat_id
    where i.workspace_id = ${workspaceId}::uuid and i.id = ${id}::uuid`;
  return found;
}

function announce(workspaceId: string, { chatId, seq, personId, added, contactId, item, ended = [] }: Ingested): void {
  if (!added) return;
  const merged = people.chatsMerged(ended);
  const chats = [...(merged.chats ?? []).filter(({ id }) => id !== chatId), { id: chatId, seq }];
  const what = { ...merged, chats, people: [personId], ...(contactId !== undefined && { contacts: [contactId] }) };
  notify(workspaceId, what, () => (item ? [addedItem(chatId, item)] : []));
}
