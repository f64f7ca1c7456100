import { endpoint } from "@/lib/api/endpoint";
import { linkChat } from "@/lib/chats/contract";
import * as people from "@/lib/people";

export const POST = endpoint(linkChat, ({ caller, params, body }) => people.accept(caller.workspace.id, params.chatId, body.userId));
