import * as website from "@/lib/channels/website";
import { openFile } from "@/lib/channels/website/contract";
import { attachmentReply } from "@/lib/http/attachment";
import { rawEndpoint } from "@/lib/http/endpoint";

export const GET = rawEndpoint(openFile, (call) => {
  const { workspaceId, visitorId } = call.caller;
  const mayOpen = website.fileAccess(workspaceId, visitorId);
  return attachmentReply({ workspaceId, id: call.params.attachmentId, mayOpen }, call);
});
