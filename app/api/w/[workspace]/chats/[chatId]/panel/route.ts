import * as chats from "@/lib/domain/chats";
import { getPanel } from "@/lib/domain/chats/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getPanel, ({ caller, params }) => chats.panel(caller.workspace.id, params.chatId, caller.role));
