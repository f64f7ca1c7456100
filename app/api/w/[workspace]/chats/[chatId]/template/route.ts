import { sendTemplate } from "@/lib/channels/whatsapp/contract";
import * as templates from "@/lib/channels/whatsapp/templates";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendTemplate, ({ caller, params, body }) =>
  templates.send(caller.workspace.id, params.chatId, caller.account, body),
);
