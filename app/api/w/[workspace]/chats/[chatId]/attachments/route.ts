import * as attachments from "@/lib/chats/attachments";
import { uploadAttachment } from "@/lib/chats/attachments/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(uploadAttachment, ({ caller, params, headersIn, file }) =>
  attachments.store(caller.workspace.id, { chatId: params.chatId, name: headersIn["X-File-Name"], bytes: file }),
);
