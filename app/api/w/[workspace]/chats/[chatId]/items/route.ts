import * as chats from "@/lib/chats";
import { listItems } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listItems, ({ caller, params, query }) => chats.items(caller.workspace.id, params.chatId, query), {
  isReadAhead: true,
});
