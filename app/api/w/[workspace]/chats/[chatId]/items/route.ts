import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { listItems } from "@/lib/chats/contract";

export const GET = endpoint(listItems, ({ caller, params, query }) => chats.items(caller.workspace.id, params.chatId, query));
