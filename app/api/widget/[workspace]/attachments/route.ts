import * as website from "@/lib/channels/website";
import { uploadFile } from "@/lib/channels/website/contract";
import { visitorOf } from "@/lib/http/auth/visitor";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(uploadFile, (call) =>
  website.upload(call.caller.workspaceId, visitorOf(call), { name: call.headersIn["X-File-Name"], bytes: call.file }),
);
