import * as receipts from "@/lib/channels/receipts";
import { markRead } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(markRead, ({ caller, params, body }) =>
  receipts.markRead(caller.workspace.id, params.chatId, { accountId: caller.account.id, seq: body.seq }),
);
