import { addressOf } from "@/lib/browser/call";
import { openAttachment } from "@/lib/chats/attachments/endpoints";

/** Where the bytes of a file are. */
export const fileAddress = (workspace: string, attachmentId: string): string =>
  addressOf(openAttachment.path, { params: { workspace, attachmentId } });
