import * as chats from "@/lib/domain/chats";
import { listEvents } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listEvents, ({ caller, params, query }) => chats.events(caller.workspace.id, params.chatId, query));
