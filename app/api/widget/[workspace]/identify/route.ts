import * as website from "@/lib/channels/website";
import { identify } from "@/lib/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(identify, ({ caller, body }) => website.identify(caller.workspaceId, caller.visitorId, body.token));
