import { getWindow } from "@/lib/channels/contract";
import * as chats from "@/lib/chats";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getWindow, ({ caller, params }) => chats.windowOf(caller.workspace.id, params.chatId));
