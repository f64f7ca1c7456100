import * as chatTags from "@/lib/chats/tagging";
import { setTag } from "@/lib/chats/tagging/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setTag, ({ caller, params, body }) => chatTags.setTag(caller.workspace.id, params.chatId, body));
