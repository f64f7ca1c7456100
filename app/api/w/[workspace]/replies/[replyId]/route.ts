import * as replies from "@/lib/chats/replies";
import { changeReply, removeReply } from "@/lib/chats/replies/contract";
import { endpoint } from "@/lib/http/endpoint";

export const PATCH = endpoint(changeReply, ({ caller, params, body }) => replies.change(caller.workspace.id, caller, params.replyId, body));
export const DELETE = endpoint(removeReply, ({ caller, params }) => replies.remove(caller.workspace.id, caller, params.replyId));
