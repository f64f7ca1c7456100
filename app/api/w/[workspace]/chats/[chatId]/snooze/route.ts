import * as chats from "@/lib/chats";
import { snooze } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(snooze, ({ caller, params, body }) =>
  chats.snooze(caller.workspace.id, params.chatId, { agent: caller.account, until: body.until }),
);
