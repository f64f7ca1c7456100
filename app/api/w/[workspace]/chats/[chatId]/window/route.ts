import { getWindow } from "@/lib/domain/channels/whatsapp/contract";
import * as chats from "@/lib/domain/chats";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getWindow, ({ caller, params }) => chats.windowOf(caller.workspace.id, params.chatId));
