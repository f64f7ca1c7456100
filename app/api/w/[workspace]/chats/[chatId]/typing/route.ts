import { showTyping } from "@/lib/channels/whatsapp/contract";
import * as receipts from "@/lib/channels/whatsapp/receipts";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(showTyping, ({ caller, params }) => receipts.showTyping(caller.workspace.id, params.chatId));
