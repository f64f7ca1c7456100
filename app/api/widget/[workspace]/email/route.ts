import * as website from "@/lib/channels/website";
import { leaveEmail } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(leaveEmail, ({ caller, body }) => website.leaveEmail(caller.workspaceId, caller.visitorId, body.email));
