import { addressOf } from "@/lib/browser/call";
import { openAttachment } from "@/lib/domain/attachments/contract";

/** Where the bytes of a file are. */
export const fileAddress = (workspace: string, attachmentId: string): string =>
  addressOf(openAttachment.path, { params: { workspace, attachmentId } });
