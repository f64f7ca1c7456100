import * as attachments from "@/lib/domain/attachments";
import type { AttachmentView } from "@/lib/domain/attachments/contract";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { knownVisitor, requireAdmitted, type Visitor } from "./known-visitor";

const maxWaiting = 30;

/**
 * Keeps a file for the visitor's next message. It is the visitor's and no chat's, because a chat is there when it has a message;
 * nobody else sees it before.
 * @throws forbidden for a blocked visitor, invalid_request, payload_too_large, rate_limited
 */
export async function upload(workspaceId: string, visitor: Visitor, file: { name: string; bytes: Uint8Array }): Promise<AttachmentView> {
  const { visitorId } = visitor;
  const { known } = await requireAdmitted(workspaceId, visitor);
  attachments.admittedType(file.bytes, "upload");
  await refuseHoarding(workspaceId, visitorId);
  // Also that of the open chat, by which an instance of the previous version finds it.
  const where = known && { workspaceId_openFor: { workspaceId, openFor: known.personId } };
  const chat = where && (await db().chat.findUnique({ where, select: { id: true } }));
  return attachments.store(workspaceId, { ...file, chatId: chat?.id ?? null, visitorId });
}

/** Files that wait for a message of one visitor: they take room until they are removed after a day. @throws rate_limited */
async function refuseHoarding(workspaceId: string, visitorId: string): Promise<void> {
  const waiting = await db().attachment.count({ where: { workspaceId, visitorId } });
  if (waiting >= maxWaiting) throw new AppError("rate_limited", "Send the files that you attached first.", { "retry-after": "60" });
}

/** Which files a visitor may open: those of their own chats, and what they uploaded just now. */
export const fileAccess =
  (workspaceId: string, visitorId: string) =>
  async (file: attachments.FileOwner): Promise<boolean> => {
    if (file.visitorId !== null) return file.visitorId === visitorId;
    if (file.chatId === null) return false;
    const visitor = await knownVisitor(workspaceId, visitorId);
    if (!visitor) return false;
    return (await db().chat.count({ where: { workspaceId, id: file.chatId, personId: visitor.personId } })) > 0;
  };
