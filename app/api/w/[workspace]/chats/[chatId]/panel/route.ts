import { endpoint } from "@/lib/api/endpoint";
import * as chats from "@/lib/chats";
import { getPanel } from "@/lib/chats/contract";

export const GET = endpoint(getPanel, ({ caller, params }) => chats.panel(caller.workspace.id, params.chatId, caller.role));
