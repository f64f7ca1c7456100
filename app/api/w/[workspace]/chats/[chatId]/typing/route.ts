import { showTyping } from "@/lib/channels/contract";
import * as receipts from "@/lib/channels/receipts";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(showTyping, ({ caller, params }) => receipts.showTyping(caller.workspace.id, params.chatId));
