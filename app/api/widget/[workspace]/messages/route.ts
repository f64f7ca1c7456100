import * as website from "@/lib/channels/website";
import { readMessages, sendMessage } from "@/lib/channels/website/contract";
import { visitorOf } from "@/lib/http/auth/visitor";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(readMessages, (call) => website.messages(call.caller.workspaceId, visitorOf(call), call.query));

export const POST = endpoint(sendMessage, (call) => website.send(call.caller.workspaceId, visitorOf(call), call.body));
