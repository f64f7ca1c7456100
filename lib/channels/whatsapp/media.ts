import { z } from "zod";
import { changeMessage } from "@/lib/channels";
import { type Attempt, WaitError } from "@/lib/channels/inbound/entry";
import * as attachments from "@/lib/chats/attachments";
import type { AttachmentView } from "@/lib/chats/attachments/contract";
import type { MessageContent } from "@/lib/chats/contract";
import { hourMs } from "@/lib/kernel/durations";
import { AppError, hasCode } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { env } from "@/lib/platform/env";
import * as metrics from "@/lib/platform/metrics";
import * as outbound from "@/lib/platform/outbound";
import * as integrations from "@/lib/workspace/integrations";
import { reasonOf, resultBefore } from "./errors";
import { call, type GraphResult } from "./graph";
import type { Payload } from "./parse/payload";

type File = Extract<Payload, { kind: "file" }>;

/** Meta keeps a file for seven days. */
const keepTryingMs = 6 * 24 * hourMs;
const wait = { minMs: 500, maxMs: hourMs };
/** When the message begins to say what its file waits for. */
const maxWaitMs = 3_000;
const maxFileBytes = 16 * 1024 * 1024;
const downloadTimeoutMs = 60_000;

/** Why there is no file, as a sentence for the agent. Trying again would not help. */
class MissingFileError extends Error {}

/**
 * Fetches a file of a message from Meta, which keeps it for some days only, and adds it to the message. While Meta, the token or
 * our store does not work it is tried again, ever more slowly; the message says why the file is missing.
 */
export async function fetchFile(workspaceId: string, file: File, { receivedAt }: Attempt): Promise<void> {
  const current = await whereShown(workspaceId, file);
  if (!current) return metrics.inboundCounted("ignored");
  const ageMs = currentTime().getTime() - receivedAt.getTime();
  const fetched = (await attachedTo(workspaceId, current)) ?? (await fetchUnlessMissing(workspaceId, current, ageMs));
  if (typeof fetched === "string") {
    metrics.inboundCounted("file_missing");
    return setMissing(workspaceId, file, fetched);
  }
  await show(workspaceId, file, fetched);
  metrics.inboundCounted("file");
}

export const keepMissingFile = (workspaceId: string, file: File): Promise<void> =>
  setMissing(workspaceId, file, "The file could not be fetched from WhatsApp.");

/**
 * The file with the chat that its message is in now. Undefined for a message that the customer has removed: nobody waits for its file,
 * which a try that was cut off may have attached.
 */
async function whereShown(workspaceId: string, file: File): Promise<File | undefined> {
  const where = { workspaceId_id: { workspaceId, id: file.itemId } };
  const item = await db().chatItem.findUnique({ where, select: { chatId: true, data: true } });
  if (!((item?.data ?? {}) as MessageContent).isDeleted) return { ...file, chatId: item?.chatId ?? file.chatId };
  await attachments.release(db(), workspaceId, file.itemId);
  return undefined;
}

/** What a try that was cut off has already attached. */
async function attachedTo(workspaceId: string, { itemId, chatId }: File): Promise<AttachmentView[] | undefined> {
  const select = { id: true, name: true, type: true, bytes: true } as const;
  const found = await db().attachment.findMany({ where: { workspaceId, chatId, itemId }, select });
  return found.length > 0 ? found : undefined;
}

/** The file, or why it is missing. @throws any error that another try may not have */
async function fetchUnlessMissing(workspaceId: string, file: File, ageMs: number): Promise<AttachmentView[] | string> {
  try {
    const { itemId, chatId, name } = file;
    const bytes = await download(workspaceId, file.mediaId);
    const { id } = await attachments.store(workspaceId, { chatId, name, bytes, source: "channel" });
    return await db().$transaction((tx) => attach(tx, workspaceId, { itemId, chatId, id }));
  } catch (error) {
    if (!(error instanceof MissingFileError || error instanceof FetchError || error instanceof AppError)) throw error;
    if (!isTemporary(error) || ageMs > keepTryingMs) return error.message;
    if (ageMs > maxWaitMs) await setMissing(workspaceId, file, `${error.message} It is tried again.`);
    throw new WaitError(error.message, Math.round(Math.min(wait.maxMs, Math.max(wait.minMs, ageMs / 2))));
  }
}

const ChatRow = z.strictObject({ chatId: z.uuid() });

/** The message may have moved to another chat of its person in the meantime: its file follows. */
export async function attach(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  { itemId, chatId, id }: { itemId: string; chatId: string; id: string },
) {
  const [item] = await rows(tx, { row: ChatRow, workspace: workspaceId, writes: true })`
    select chat_id as "chatId" from chat_item where workspace_id = ${workspaceId}::uuid and id = ${itemId}::uuid for update`;
  if (item && item.chatId !== chatId)
    await tx.attachment.updateMany({ where: { workspaceId, id, itemId: null }, data: { chatId: item.chatId } });
  return attachments.attach(tx, workspaceId, { itemId, chatId: item?.chatId ?? chatId, ids: [id] });
}

/** Whether a later try may succeed. An admin can enter secrets again that cannot be opened. */
const isTemporary = (error: Error): boolean =>
  error instanceof FetchError || error instanceof integrations.UnreadableIntegrationError || hasCode(error, "unavailable");

/** The file could not be fetched this time. */
class FetchError extends Error {}

const Media = z.object({ url: z.url(), file_size: z.coerce.number().optional().catch(undefined) });

/** Meta first says where the file is; the address works for five minutes, with the same token. */
async function download(workspaceId: string, mediaId: string): Promise<Buffer> {
  const integration = await integrations.read(workspaceId, "whatsapp");
  if (!integration) throw new MissingFileError("WhatsApp was disconnected before the file was fetched.");
  const { phoneNumberId } = integration.settings;
  const { accessToken } = integration.secrets;
  const found = await call(
    { accessToken },
    { method: "GET", path: encodeURIComponent(mediaId), query: { phone_number_id: phoneNumberId } },
  );
  if (found.kind === "failed") throw new FetchError(`The file could not be fetched from WhatsApp. ${found.reason}`);
  if (found.kind === "refused") throw await refusalOf(workspaceId, found, integration.updatedAt);
  const media = Media.safeParse(found.data);
  if (!media.success) throw new FetchError("WhatsApp did not say where the file is.");
  if ((media.data.file_size ?? 0) > maxFileBytes) throw tooLarge();
  return bytesAt(media.data.url, accessToken);
}

const tooLarge = () => new MissingFileError("The file has more than 16 MB. Ask the customer to send it in another way.");
const gone = () => new MissingFileError("WhatsApp no longer has the file. Ask the customer to send it again.");

/** The object does not exist, or may not be seen. */
const noSuchObject = 100;

/** A token that Meta no longer accepts pauses the channel, as it does when something is sent. */
async function refusalOf(workspaceId: string, refused: Extract<GraphResult, { kind: "refused" }>, asOf: Date): Promise<Error> {
  if (refused.status === 404 || refused.code === noSuchObject) return gone();
  const reason = reasonOf(refused.code, refused.details);
  if (resultBefore(refused).kind === "paused") await integrations.pause(workspaceId, "whatsapp", reason, { asOf });
  return new FetchError(`The file could not be fetched from WhatsApp. ${reason}`);
}

async function bytesAt(url: string, accessToken: string): Promise<Buffer> {
  const outcome = await outbound.call(url, {
    method: "GET",
    headers: { Authorization: `Bearer ${accessToken}`, "User-Agent": "Beside" },
    body: Buffer.alloc(0),
    allowOrigins: env().ACTIONS_ALLOW_ORIGINS,
    timeoutMs: downloadTimeoutMs,
    maxReplyBytes: maxFileBytes,
  });
  if (outcome.kind === "failed") {
    if (outcome.reason === "too_large") throw tooLarge();
    throw new FetchError(`The file could not be fetched from WhatsApp. ${outcome.problem}`);
  }
  const { status, body } = outcome;
  if (status === 404 || status === 410) throw gone();
  if (status !== 200) throw new FetchError(`The file could not be fetched: WhatsApp answered with status ${status}.`);
  return body;
}

/** The customer may have removed the message in the meantime: then the file goes too. */
async function show(workspaceId: string, { itemId }: File, fetched: AttachmentView[]): Promise<void> {
  let isDeleted = false;
  await changeMessage(workspaceId, itemId, (text, { missingFile: _, ...content }) => {
    isDeleted = content.isDeleted === true;
    return { text, content: isDeleted ? content : { ...content, attachments: fetched } };
  });
  if (isDeleted) await attachments.release(db(), workspaceId, itemId);
}

async function setMissing(workspaceId: string, { itemId }: File, reason: string): Promise<void> {
  await changeMessage(workspaceId, itemId, (text, content) => ({
    text,
    content: content.isDeleted ? content : { ...content, missingFile: reason },
  }));
}
