import { linkChat, unlinkChat } from "@/lib/chats/contract";
import { previewLink } from "@/lib/desk/panel/contract";
import { linkPreview } from "@/lib/desk/panel/link-preview";
import { endpoint } from "@/lib/http/endpoint";
import * as people from "@/lib/people";

export const GET = endpoint(previewLink, ({ caller, params, query }) => linkPreview(caller.workspace.id, params.chatId, query.userId));
export const POST = endpoint(linkChat, ({ caller, params, body }) =>
  people.linkPerson(caller.workspace.id, params.chatId, { by: caller.by, ...body }),
);
export const DELETE = endpoint(unlinkChat, ({ caller, params, body }) =>
  people.unlinkPerson(caller.workspace.id, params.chatId, { by: caller.by, ...body }),
);
