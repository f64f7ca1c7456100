import { requestPhone } from "@/lib/domain/channels/whatsapp/contract";
import * as whatsapp from "@/lib/domain/channels/whatsapp/request-phone";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(requestPhone, ({ caller, params, body }) =>
  whatsapp.requestPhone(caller.workspace.id, params.chatId, caller.account, body),
);
