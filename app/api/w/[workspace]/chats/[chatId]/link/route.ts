import { linkChat } from "@/lib/chats/contract";
import { endpoint } from "@/lib/http/endpoint";
import * as people from "@/lib/people";

export const POST = endpoint(linkChat, ({ caller, params, body }) => people.linkPerson(caller.workspace.id, params.chatId, body.userId));
