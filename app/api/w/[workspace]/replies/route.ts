import * as replies from "@/lib/domain/replies";
import { addReply, listReplies } from "@/lib/domain/replies/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listReplies, ({ caller }) => replies.list(caller.workspace.id, caller.role));
export const POST = endpoint(addReply, ({ caller, body }) => replies.add(caller.workspace.id, caller, body));
