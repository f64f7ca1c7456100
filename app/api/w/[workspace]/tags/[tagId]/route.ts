import * as tags from "@/lib/chats/tags";
import { changeTag, removeTag } from "@/lib/chats/tags/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PATCH = endpoint(changeTag, ({ caller, params, body }) => tags.change(caller.workspace.id, caller.by, params.tagId, body));
export const DELETE = endpoint(removeTag, ({ caller, params }) => tags.remove(caller.workspace.id, caller.by, params.tagId));
