import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { z } from "zod";
import type { Deliver, DeliveryResult, Queued } from "@/lib/channels/outbound/result";
import * as attachments from "@/lib/chats/attachments";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import type { MessageContent } from "@/lib/chats/contract";
import { db } from "@/lib/platform/db";
import * as integrations from "@/lib/workspace/integrations";
import { mediaForm, messageBody, type Recipient, type Sent, type TemplateToSend } from "./body";
import { callbackOf } from "./callback";
import { resultBefore, resultOf } from "./errors";
import { type Credentials, call, type GraphResult } from "./graph";

const uploadTimeoutMs = 25_000;

const Accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const Uploaded = z.object({ id: z.string().min(1) });
/** What `write` stored to be delivered instead of the text. */
const Payload = z.union([
  z.object({ template: z.custom<TemplateToSend>((value) => typeof value === "object" && value !== null) }),
  z.object({ requestsPhone: z.literal(true) }),
  z.null(),
]);

type Item = { chatId: string; text: string; content: MessageContent; to: Recipient | undefined };

/** Sends an agent's message through Meta's Cloud API. */
export const deliver: Deliver = async (message, confirm) => {
  const { workspaceId } = message;
  const integration = await integrations.read(workspaceId, "whatsapp").catch((error: unknown) => {
    if (error instanceof integrations.UnreadableIntegrationError) return error.message;
    throw error;
  });
  if (typeof integration === "string") return { kind: "paused", reason: integration };
  if (!integration?.settings.isOn) return failed("WhatsApp was disconnected before this was sent.");
  const item = await itemOf(message);
  if (!item?.to) return failed("This person is not known on WhatsApp any more.");
  const credentials = { phoneNumberId: integration.settings.phoneNumberId, accessToken: integration.secrets.accessToken };
  const asOf = integration.updatedAt;
  const prepared = await prepare(credentials, message, item);
  if ("kind" in prepared) return dated(prepared, asOf);
  const replyTo = await externalIdOf(workspaceId, item.chatId, item.content.replyTo?.id ?? undefined);
  const body = messageBody({ to: item.to, sent: prepared.sent, replyTo, callback: callbackOf(message) });
  if (!(await confirm())) return { kind: "retry", scope: "message", code: null, reason: "The message took too long to prepare." };
  return dated(sentOrNot(await call(credentials, { path: `${credentials.phoneNumberId}/messages`, body })), asOf);
};

const dated = (result: DeliveryResult, asOf: Date): DeliveryResult => (result.kind === "paused" ? { ...result, asOf } : result);

const failed = (reason: string): DeliveryResult => ({ kind: "failed", code: null, reason });

function sentOrNot(result: GraphResult): DeliveryResult {
  if (result.kind !== "ok") return resultOf(result);
  const accepted = Accepted.safeParse(result.data);
  const externalId = accepted.data?.messages[0]?.id;
  return externalId === undefined ? { kind: "unknown", reason: "Meta's answer could not be read." } : { kind: "sent", externalId };
}

/** A chat answers to its own person: by the phone that the channel has confirmed, or else by the id that it knows them by. */
async function itemOf({ workspaceId, id }: Queued): Promise<Item | undefined> {
  const item = await db().chatItem.findUnique({
    where: { workspaceId_id: { workspaceId, id } },
    select: { chatId: true, text: true, data: true },
  });
  const chat = item && (await chatOf(workspaceId, item.chatId));
  if (!chat) return undefined;
  const { phone, channelUserId } = chat.person;
  const to = phone !== null ? { phone } : channelUserId !== null ? { userId: channelUserId } : undefined;
  return { chatId: item.chatId, text: item.text ?? "", content: (item.data ?? {}) as MessageContent, to };
}

/** Undefined when the person was erased meanwhile. */
const chatOf = (workspaceId: string, id: string) =>
  db().chat.findUnique({
    where: { workspaceId_id: { workspaceId, id } },
    select: { person: { select: { phone: true, channelUserId: true } } },
  });

type Prepared = { sent: Sent };

async function prepare(credentials: Credentials, message: Queued, { text, content }: Item): Promise<Prepared | DeliveryResult> {
  const payload = Payload.safeParse(message.payload);
  if (!payload.success) return failed("What was to be sent cannot be read any more.");
  if (payload.data && "template" in payload.data) return { sent: { kind: "template", template: payload.data.template } };
  if (payload.data) return { sent: { kind: "request_phone", text } };
  const [file] = content.attachments ?? [];
  return file ? upload(credentials, message.workspaceId, file, text) : { sent: { kind: "text", text } };
}

/** Gives a file to Meta. The customer sees nothing of it yet. */
async function upload(
  credentials: Credentials,
  workspaceId: string,
  file: AttachmentView,
  caption: string,
): Promise<Prepared | DeliveryResult> {
  const found = await attachments.open(workspaceId, file.id);
  if (!found) return failed("The file is not there any more. Attach it again.");
  const { name, type } = found.view;
  const bytes = mediaForm({ name, type, bytes: await read(found.stream), boundary: `beside-${randomUUID()}` });
  const result = await call(credentials, { path: `${credentials.phoneNumberId}/media`, bytes, timeoutMs: uploadTimeoutMs });
  if (result.kind !== "ok") return resultBefore(result);
  const uploaded = Uploaded.safeParse(result.data);
  if (!uploaded.success) return { kind: "retry", scope: "message", code: null, reason: "Meta's answer to the file could not be read." };
  return { sent: { kind: "file", mediaId: uploaded.data.id, type, name, caption } };
}

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Meta's id of a message in this chat, from either side; undefined when it is not known, and the reply then quotes nothing. */
async function externalIdOf(workspaceId: string, chatId: string, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const [item, delivery] = await Promise.all([
    db().chatItem.findFirst({ where: { workspaceId, chatId, id }, select: { data: true } }),
    db().outboundMessage.findFirst({ where: { workspaceId, chatId, id }, select: { externalId: true } }),
  ]);
  return delivery?.externalId ?? ((item?.data ?? {}) as MessageContent).externalId;
}
