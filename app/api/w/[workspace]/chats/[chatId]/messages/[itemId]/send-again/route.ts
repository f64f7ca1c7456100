import * as outbound from "@/lib/channels/outbound";
import { sendAgain } from "@/lib/channels/whatsapp/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendAgain, ({ caller, params }) => outbound.sendAgain(caller.workspace.id, params.chatId, params.itemId));
