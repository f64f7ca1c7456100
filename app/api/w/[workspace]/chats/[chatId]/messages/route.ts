import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { sendMessage } from "@/lib/chats/contract";

export const POST = endpoint(sendMessage, ({ caller, params, body }) =>
  chats.write(caller.workspace.id, params.chatId, caller.account, body),
);
