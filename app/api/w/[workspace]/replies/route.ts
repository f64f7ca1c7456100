import * as replies from "@/lib/chats/replies";
import { addReply, listReplies } from "@/lib/chats/replies/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listReplies, ({ caller }) => replies.list(caller.workspace.id, caller.role));
export const POST = endpoint(addReply, ({ caller, body }) => replies.add(caller.workspace.id, caller, body));
