import * as replies from "@/lib/chats/replies";
import { changeReplySettings, getReplySettings } from "@/lib/chats/replies/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getReplySettings, ({ caller }) => replies.settings(caller.workspace.id));
export const PUT = endpoint(changeReplySettings, ({ caller, body }) => replies.changeSettings(caller.workspace.id, caller.by, body));
