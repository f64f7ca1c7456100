import { sendAgain } from "@/lib/channels/contract";
import * as outbound from "@/lib/channels/outbound";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendAgain, ({ caller, params }) => outbound.sendAgain(caller.workspace.id, params.chatId, params.itemId));
