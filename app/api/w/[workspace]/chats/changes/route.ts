import { changeAll } from "@/lib/chats/bulk";
import { changeChats } from "@/lib/chats/bulk/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(changeChats, ({ caller, body }) => changeAll(caller.workspace.id, caller.account, body.changes));
