import * as outbound from "@/lib/domain/channels/outbound";
import { sendAgain } from "@/lib/domain/channels/whatsapp/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendAgain, ({ caller, params }) => outbound.sendAgain(caller.workspace.id, params.chatId, params.itemId));
