import { changeMessage, ingestMessage } from "@/lib/channels";
import { requireProcessed } from "@/lib/channels/inbound/earlier";
import { type Attempt, type Entry, ErasedError, TryLaterError } from "@/lib/channels/inbound/entry";
import { itemIdOf } from "@/lib/channels/whatsapp/item-id";
import { unsupported } from "@/lib/channels/whatsapp/parse/content";
import type { IdentityChange } from "@/lib/channels/whatsapp/parse/identity-change";
import { type Changed, parseMessage, type Shown, sentAtOf } from "@/lib/channels/whatsapp/parse/message";
import { namesIn } from "@/lib/channels/whatsapp/parse/names";
import type { Payload } from "@/lib/channels/whatsapp/parse/payload";
import { senderOf } from "@/lib/channels/whatsapp/parse/sender";
import type { MessageContent } from "@/lib/chats/contract";
import { quoteOf } from "@/lib/chats/shared/content";
import { AppError } from "@/lib/kernel/errors";
import * as people from "@/lib/people";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import * as integrations from "@/lib/workspace/integrations";
import { applyChange } from "./change";
import { findItem } from "./find-item";

type Sent = Extract<Payload, { kind: "message" | "change" }>;

export const beingFetched = "The file is being fetched.";

/** What a customer sent, or did to an earlier message. */
export async function receiveMessage(workspaceId: string, sent: Sent, attempt: Attempt): Promise<Entry[]> {
  const parsed = parseMessage(sent.message);
  switch (parsed.kind) {
    case "message":
      return show(workspaceId, parsed, { sent, attempt });
    case "identity":
      await changeIdentity(workspaceId, parsed, { sent, attempt });
      return [];
    case "nothing":
      metrics.inboundCounted("ignored");
      return [];
    default:
      return change(workspaceId, parsed, { sent, attempt });
  }
}

type Context = { sent: Sent; attempt: Attempt };

/** The change stands in the line of the new names; what was sent under the previous ones comes first. */
async function changeIdentity(workspaceId: string, change: IdentityChange, { sent, attempt }: Context): Promise<void> {
  const { previous } = change;
  const senders = [previous.userId, previous.phone].filter((name) => name !== undefined);
  await requireProcessed(workspaceId, { channel: "whatsapp", externalId: attempt.externalId }, senders);
  await supersede(workspaceId, change, { sent, attempt });
}

async function supersede(workspaceId: string, { previous, next, endsPhone }: IdentityChange, { sent, attempt }: Context): Promise<void> {
  const at = sentAtOf(sent.message) ?? attempt.receivedAt;
  await people.supersede(workspaceId, { channel: "whatsapp", previous, next, endsPhone, at });
  metrics.inboundCounted("changed");
}

/** Shows the message at once, and its file as soon as it has been fetched. */
async function show(workspaceId: string, parsed: Shown, { sent, attempt }: Context): Promise<Entry[]> {
  const { externalId } = attempt;
  const { file, repliesTo, sharedPhone } = parsed;
  const quoted = repliesTo === undefined ? undefined : await findItem(workspaceId, repliesTo);
  const content: MessageContent = {
    ...parsed.content,
    externalId,
    ...(repliesTo !== undefined && { replyTo: { id: quoted?.id ?? null, text: quoted ? quoteOf(quoted.text, quoted.content) : "" } }),
    ...(file && { missingFile: beingFetched }),
  };
  const added = await add(workspaceId, { sent, attempt }, { text: parsed.text, content });
  if (!added) return [];
  const { chatId, personId, itemId } = added;
  // The chat of the quoted message may have been closed since then.
  if (quoted && quoted.chatId !== chatId) await changeMessage(workspaceId, itemId, withoutQuotedId);
  if (sharedPhone !== undefined) await people.setPhone(workspaceId, { personId, phone: sharedPhone });
  if (!file) return [];
  const payload: Payload = { kind: "file", itemId, chatId, ...file };
  return [{ externalId: `file:${externalId}`, sender: `file:${externalId}`, payload, isFile: true }];
}

const withoutQuotedId = (text: string, content: MessageContent) => ({
  text,
  content: { ...content, ...(content.replyTo && { replyTo: { ...content.replyTo, id: null } }) },
});

/** Undefined when the person is blocked or was erased, or when nothing says who it is. */
async function add(workspaceId: string, { sent, attempt }: Context, { text, content }: { text: string; content: MessageContent }) {
  const sender = senderOf(namesIn(sent.message, "from"), sent.contact);
  if (!sender) {
    log.warn({ workspaceId }, "a message of WhatsApp names no sender, so it belongs to no chat");
    metrics.inboundCounted("unreadable");
    return undefined;
  }
  const itemId = itemIdOf(workspaceId, attempt.externalId);
  const sentAt = sentAtOf(sent.message) ?? attempt.receivedAt;
  try {
    const ingested = await ingestMessage(workspaceId, sender, { id: itemId, text, content, sentAt, entry: attempt.entry });
    if (ingested.added) metrics.inboundCounted("message");
    await integrations.markFirstMessage(workspaceId, "whatsapp");
    return { ...ingested, itemId };
  } catch (error) {
    if (error instanceof ErasedError) return undefined;
    if (!(error instanceof AppError) || error.code !== "forbidden") throw error;
    metrics.inboundCounted("blocked");
    return undefined;
  }
}

/**
 * A reaction, an edit or a deletion. Its message may arrive after it, so it waits for it in a line of its own, where it does not
 * hold up what the sender sent.
 */
async function change(workspaceId: string, parsed: Changed, { sent, attempt }: Context): Promise<Entry[]> {
  if (await applyChange(workspaceId, parsed, { by: "customer", at: sentAtOf(sent.message) ?? attempt.receivedAt })) {
    metrics.inboundCounted("changed");
    return [];
  }
  if (sent.kind === "change") throw new TryLaterError("The message that this changes is not there yet.");
  const payload: Payload = { ...sent, kind: "change" };
  return [{ externalId: `change:${attempt.externalId}`, sender: `change:${parsed.target}`, payload }];
}

/**
 * The last try failed: the agent at least sees that something came. An edit of a message that never came is shown in its place;
 * if it comes after all, it is a repeat.
 */
export async function keepMessage(workspaceId: string, sent: Sent, attempt: Attempt): Promise<void> {
  const parsed = parseMessage(sent.message);
  if (parsed.kind === "identity") return supersede(workspaceId, parsed, { sent, attempt });
  if (parsed.kind === "edit") {
    const original = { ...attempt, externalId: parsed.target };
    const at = sentAtOf(sent.message) ?? attempt.receivedAt;
    const content = { isEdited: true, externalId: parsed.target, changedAt: { edit: at.getTime() } };
    await add(workspaceId, { sent, attempt: original }, { text: parsed.text, content });
  } else if (sent.kind === "message") {
    const content = { ...unsupported(sent.message).content, externalId: attempt.externalId };
    await add(workspaceId, { sent, attempt }, { text: "", content });
  }
}
