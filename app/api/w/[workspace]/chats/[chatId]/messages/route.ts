import * as outbound from "@/lib/domain/channels/outbound";
import { sendMessage } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendMessage, ({ caller, params, body }) =>
  outbound.write(caller.workspace.id, params.chatId, caller.account, body),
);
