import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { env } from "@/lib/platform/env";
import { notify } from "@/lib/platform/notify";
import * as attachments from "./attachments";
import type { AttachmentView } from "./attachments/contract";
import type { Mentioned, MessageContent } from "./contract";
import { mentionedIn } from "./mentions";
import { noSuchChat, read } from "./read";
import type { Channel } from "./shared/channels";
import { quoteOf } from "./shared/content";
import { writeStatement } from "./sql";
import { refusalOf, windowOf } from "./window";

type Agent = { id: string; name: string };

type NewMessage = {
  id: string;
  kind: "message" | "note";
  text: string;
  at?: Date | undefined;
  /** The ids of uploads of this chat. */
  attachments?: string[] | undefined;
  /** The item that this one replies to. */
  replyTo?: string | undefined;
  /** The accounts of members whom a note mentions; those count whose name the text has. */
  mentions?: string[] | undefined;
  /** What it holds besides these. */
  content?: MessageContent | undefined;
  /** Why channels would not carry these files with this text, where they would not. */
  fileProblems?: ((files: readonly AttachmentView[], text: string) => Partial<Record<Channel, string>>) | undefined;
  /** What is sent instead of the text; a template may be sent at any time. */
  deliver?: { template: object } | { requestsPhone: true } | undefined;
};

/**
 * Writes to the customer, or a note for the team, and marks the chat as read up to it. The first message in a chat of nobody makes
 * it the agent's. A message that goes outside is queued in the same statement, so none is accepted without a delivery. A repeated id
 * changes nothing.
 * @throws not_found, conflict, invalid_request
 */
export async function write(workspaceId: string, chatId: string, agent: Agent, { at = currentTime(), ...message }: NewMessage) {
  const hasParts = message.attachments?.length || message.replyTo;
  const work = (on: Prisma.TransactionClient) => writeIn(on, { workspaceId, chatId, agent, at }, message);
  // Files are bound to the message in the transaction that adds it.
  const row = await withRetry(() => (hasParts ? db().$transaction(work) : work(db())));
  if (row.added) {
    await read(workspaceId, chatId, { accountId: agent.id, seq: row.seq });
    notify(workspaceId, { chats: [{ id: chatId, seq: row.seq }], ...(row.assignedOf !== null && { people: [row.assignedOf] }) });
  }
  return { id: message.id, seq: row.seq };
}

type StoredContent = MessageContent & { mentions?: Mentioned[] };
type Where = { workspaceId: string; chatId: string; agent: Agent; at: Date };

/** The same in a transaction of the caller, who notifies. */
export async function writeIn(on: Prisma.TransactionClient, where: Where, message: Omit<NewMessage, "at">) {
  const { workspaceId, chatId, agent, at } = where;
  const { id, kind, text, deliver } = message;
  const mentions = await mentionedIn(on, workspaceId, message);
  const content: StoredContent = { ...(await contentOf(on, where, message)), ...(mentions.length > 0 && { mentions }) };
  const data = Object.keys(content).length > 0 ? JSON.stringify(content) : null;
  const item = [id, kind, "agent", agent.id, agent.name, text, data, at];
  const isTemplate = deliver !== undefined && "template" in deliver;
  // In the demo, the simulator shows what is not sent.
  const mustBeSent = env().DEMO !== "1";
  const delivery = [deliver ? JSON.stringify(deliver) : null, isTemplate, mustBeSent];
  const mentioned = mentions.map((one) => one.id);
  const [row] = await rows(on, writeStatement)(workspaceId, chatId, ...item, ...delivery, mentioned);
  if (!row) throw await rejection(on, workspaceId, chatId);
  return row;
}

/** What a message holds besides its text; its files are bound to it. @throws invalid_request */
export async function contentOf(
  on: Prisma.TransactionClient,
  where: Where,
  message: Omit<NewMessage, "at">,
): Promise<MessageContent | undefined> {
  const { workspaceId, chatId } = where;
  const { id: itemId, attachments: ids = [], replyTo, content } = message;
  if (ids.length === 0 && replyTo === undefined) return content;
  const files = ids.length > 0 ? await attachments.attach(on, workspaceId, { itemId, chatId, ids }) : [];
  await checkFiles(on, where, files, message);
  return {
    ...content,
    ...(files.length > 0 && { attachments: files }),
    ...(replyTo !== undefined && { replyTo: await quoted(on, where, replyTo) }),
  };
}

/** @throws invalid_request when the files cannot go where this chat's messages go */
async function checkFiles(
  on: Prisma.TransactionClient,
  { workspaceId, chatId }: Where,
  files: AttachmentView[],
  { text, fileProblems }: Pick<NewMessage, "text" | "fileProblems">,
) {
  const problems = fileProblems?.(files, text) ?? {};
  if (Object.keys(problems).length === 0) return;
  const { channel, isSentOutside } = await windowOf(workspaceId, chatId, on);
  const problem = problems[channel];
  if (isSentOutside && problem) throw new AppError("invalid_request", problem);
}

/** @throws invalid_request */
async function quoted(on: Prisma.TransactionClient, { workspaceId, chatId }: Where, id: string) {
  const item = await on.chatItem.findFirst({ where: { workspaceId, chatId, id, kind: "message" }, select: { text: true, data: true } });
  if (!item) throw new AppError("invalid_request", "replyTo must be a message of this chat.");
  return { id, text: quoteOf(item.text ?? "", (item.data ?? undefined) as MessageContent | undefined) };
}

/** Why nothing was added, as an error. */
async function rejection(on: Prisma.TransactionClient, workspaceId: string, chatId: string): Promise<AppError> {
  const chat = await on.chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { status: true } });
  if (!chat) return noSuchChat();
  if (chat.status === "closed") return refusalError("conflict", "alreadyClosed");
  return refusalError("conflict", refusalOf(await windowOf(workspaceId, chatId, on)));
}
