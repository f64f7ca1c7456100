import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { setStatus } from "@/lib/chats/contract";

export const POST = endpoint(setStatus, ({ caller, params, body }) => chats.setStatus(caller.workspace.id, params.chatId, body.status));
