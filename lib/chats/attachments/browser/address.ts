import { openAttachment } from "@/lib/chats/attachments/endpoints";
import { addressOf } from "@/lib/kernel/address";

/** Where the bytes of a file are. */
export const fileAddress = (workspace: string, attachmentId: string): string =>
  addressOf(openAttachment.path, { params: { workspace, attachmentId } });
