import * as website from "@/lib/domain/channels/website";
import { uploadFile } from "@/lib/domain/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(uploadFile, ({ caller, headersIn, file }) =>
  website.upload(caller.workspaceId, caller.visitorId, { name: headersIn["X-File-Name"], bytes: file }),
);
