import type { Attempt, Entry } from "@/lib/channels/inbound/entry";
import { itemIdOf } from "@/lib/channels/whatsapp/item-id";
import { parseMessage, type Shown, sentAtOf } from "@/lib/channels/whatsapp/parse/message";
import { namesIn } from "@/lib/channels/whatsapp/parse/names";
import type { Payload } from "@/lib/channels/whatsapp/parse/payload";
import { senderOf } from "@/lib/channels/whatsapp/parse/sender";
import { append } from "@/lib/chats/append";
import type { MessageContent } from "@/lib/chats/contract";
import * as people from "@/lib/people";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import * as metrics from "@/lib/platform/metrics";
import { notify } from "@/lib/platform/notify";
import { applyChange } from "./change";
import { findItem } from "./find-item";
import { beingFetched } from "./message";

type Sent = Extract<Payload, { kind: "echo" }>;

/** What the name of somebody says who wrote from the business's own app. */
const authorName = "WhatsApp app";

/** A message that the business sent from its own app, or what it did to one. Somebody without an open chat is left out. */
export async function receiveEcho(workspaceId: string, sent: Sent, attempt: Attempt): Promise<Entry[]> {
  const parsed = parseMessage(sent.message);
  if (parsed.kind === "message") return show(workspaceId, parsed, { sent, attempt });
  const isChange = parsed.kind !== "identity" && parsed.kind !== "nothing";
  const at = sentAtOf(sent.message) ?? attempt.receivedAt;
  const isDone = isChange && (await applyChange(workspaceId, parsed, { by: "agent", at }));
  metrics.inboundCounted(isDone ? "changed" : "ignored");
  return [];
}

async function show(workspaceId: string, parsed: Shown, { sent, attempt }: { sent: Sent; attempt: Attempt }): Promise<Entry[]> {
  const at = sentAtOf(sent.message) ?? attempt.receivedAt;
  const { externalId } = attempt;
  const itemId = itemIdOf(workspaceId, externalId);
  // A message that was sent from here is in its chat already, under an id of its own.
  const found = await findItem(workspaceId, externalId);
  const isOurs = found !== undefined && found.id !== itemId;
  const chatId = isOurs ? undefined : await openChatOf(workspaceId, sent, at);
  if (chatId === undefined) {
    metrics.inboundCounted("ignored");
    return [];
  }
  const { file } = parsed;
  const data: MessageContent = { ...parsed.content, externalId, ...(file && { missingFile: beingFetched }) };
  const item = { id: itemId, kind: "message", author: "agent", authorName, text: parsed.text, data, at } as const;
  const row = await withRetry(() => append(db(), workspaceId, chatId, item));
  metrics.inboundCounted(row ? "message" : "ignored");
  if (row?.added) notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }] });
  if (!row || !file) return [];
  const payload: Payload = { kind: "file", itemId, chatId, ...file };
  return [{ externalId: `file:${externalId}`, sender: `file:${externalId}`, payload, isFile: true }];
}

/** Undefined when the person is not known, or has no open chat. */
async function openChatOf(workspaceId: string, { message, contact }: Sent, at: Date): Promise<string | undefined> {
  const sender = senderOf(namesIn(message, "to"), contact);
  const person = sender && (await people.findPerson(db(), workspaceId, sender, at));
  if (!person) return undefined;
  const where = { workspaceId_openFor: { workspaceId, openFor: person.id } };
  return (await db().chat.findUnique({ where, select: { id: true } }))?.id;
}
