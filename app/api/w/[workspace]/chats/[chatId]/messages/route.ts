import * as chats from "@/lib/domain/chats";
import { sendMessage } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(sendMessage, ({ caller, params, body }) =>
  chats.write(caller.workspace.id, params.chatId, caller.account, body),
);
