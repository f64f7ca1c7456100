import * as chats from "@/lib/chats";
import { setAssignee } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setAssignee, ({ caller, params, body }) =>
  chats.assign(caller.workspace.id, params.chatId, { agent: caller.account, accountId: body.accountId }),
);
