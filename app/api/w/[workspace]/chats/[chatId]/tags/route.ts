import * as chatTags from "@/lib/domain/chats/tags";
import { setTag } from "@/lib/domain/chats/tags/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setTag, ({ caller, params, body }) => chatTags.setTag(caller.workspace.id, params.chatId, body));
