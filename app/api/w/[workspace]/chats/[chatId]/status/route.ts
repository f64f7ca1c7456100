import * as chats from "@/lib/chats";
import { setStatus } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setStatus, ({ caller, params, body }) =>
  chats.setStatus(caller.workspace.id, params.chatId, { agent: caller.account, ...body }),
);
