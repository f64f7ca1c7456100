import * as chats from "@/lib/chats";
import { announcePresence } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(announcePresence, ({ caller, params, body }) =>
  chats.announcePresence(caller.workspace.id, params.chatId, { agent: caller.account, state: body.state }),
);
