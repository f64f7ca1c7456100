import * as website from "@/lib/domain/channels/website";
import { readMessages, sendMessage } from "@/lib/domain/channels/website/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(readMessages, ({ caller, query }) => website.messages(caller.workspaceId, caller.visitorId, query));

export const POST = endpoint(sendMessage, ({ caller, body }) => website.send(caller.workspaceId, caller.visitorId, body));
