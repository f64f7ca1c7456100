import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { listEvents } from "@/lib/chats/contract";

export const GET = endpoint(listEvents, ({ caller, params, query }) => chats.events(caller.workspace.id, params.chatId, query));
