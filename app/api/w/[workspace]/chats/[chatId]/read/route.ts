import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { markRead } from "@/lib/chats/contract";

export const POST = endpoint(markRead, ({ caller, params, body }) =>
  chats.read(caller.workspace.id, params.chatId, { accountId: caller.account.id, seq: body.seq }),
);
