import * as settings from "@/lib/chats/settings";
import { changeChatSettings, getChatSettings } from "@/lib/chats/settings/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getChatSettings, ({ caller }) => settings.read(caller.workspace.id));
export const PUT = endpoint(changeChatSettings, ({ caller, body }) => settings.change(caller.workspace.id, caller.by, body));
