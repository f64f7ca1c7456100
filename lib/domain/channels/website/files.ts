import * as attachments from "@/lib/domain/attachments";
import type { AttachmentView } from "@/lib/domain/attachments/contract";
import { openChatFor } from "@/lib/domain/channels";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { notify } from "@/lib/platform/notify";
import { knownVisitor, requireUnblocked } from "./known-visitor";
import { topicOf } from "./visitor";

const maxWaiting = 30;

/**
 * Keeps a file for the visitor's next message. A file belongs to a chat, so the first one opens it.
 * @throws forbidden for a blocked visitor, invalid_request, payload_too_large, rate_limited
 */
export async function upload(workspaceId: string, visitorId: string, file: { name: string; bytes: Uint8Array }): Promise<AttachmentView> {
  const known = await requireUnblocked(workspaceId, visitorId);
  // Before a chat is opened for it.
  attachments.admittedType(file.bytes, "upload");
  const { chatId, personId } = await openChatFor(workspaceId, { channel: "website", visitorId });
  if (!known) notify(topicOf(visitorId), { people: [personId] });
  await refuseHoarding(workspaceId, chatId);
  return attachments.store(workspaceId, { chatId, ...file });
}

/** Files that wait for a message of one chat: they take room until they are removed after a day. @throws rate_limited */
async function refuseHoarding(workspaceId: string, chatId: string): Promise<void> {
  const waiting = await db().attachment.count({ where: { workspaceId, chatId, itemId: null } });
  if (waiting >= maxWaiting) throw new AppError("rate_limited", "Send the files that you attached first.", { "retry-after": "60" });
}

/** Which files a visitor may open: those of their own chats, and so what they uploaded just now. */
export const fileAccess =
  (workspaceId: string, visitorId: string) =>
  async ({ chatId }: { chatId: string }): Promise<boolean> => {
    const visitor = await knownVisitor(workspaceId, visitorId);
    if (!visitor) return false;
    return (await db().chat.count({ where: { workspaceId, id: chatId, personId: visitor.personId } })) > 0;
  };
