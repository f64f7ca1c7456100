import { requestPhone } from "@/lib/channels/whatsapp/contract";
import * as whatsapp from "@/lib/channels/whatsapp/request-phone";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(requestPhone, ({ caller, params, body }) =>
  whatsapp.requestPhone(caller.workspace.id, params.chatId, caller.account, body),
);
