import * as outbound from "@/lib/channels/outbound";
import { sendMessage } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendMessage, ({ caller, params, body }) =>
  outbound.write(caller.workspace.id, params.chatId, caller.account, body),
);
