import * as chats from "@/lib/domain/chats";
import { announcePresence } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(announcePresence, ({ caller, params, body }) =>
  chats.announcePresence(caller.workspace.id, params.chatId, { agent: caller.account, state: body.state }),
);
