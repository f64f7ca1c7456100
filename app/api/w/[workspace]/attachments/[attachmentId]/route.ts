import { openAttachment } from "@/lib/chats/attachments/contract";
import { attachmentReply } from "@/lib/http/attachment";
import { rawEndpoint } from "@/lib/http/endpoint";

export const GET = rawEndpoint(openAttachment, (call) =>
  attachmentReply({ workspaceId: call.caller.workspace.id, id: call.params.attachmentId }, call),
);
