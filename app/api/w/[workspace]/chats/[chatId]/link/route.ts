import { linkChat } from "@/lib/domain/chats/contract";
import * as people from "@/lib/domain/people";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(linkChat, ({ caller, params, body }) => people.linkPerson(caller.workspace.id, params.chatId, body.userId));
