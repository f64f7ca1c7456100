import * as chats from "@/lib/domain/chats";
import { markRead } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(markRead, ({ caller, params, body }) =>
  chats.read(caller.workspace.id, params.chatId, { accountId: caller.account.id, seq: body.seq }),
);
