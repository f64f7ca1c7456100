import * as tags from "@/lib/chats/tags";
import { addTag, listTags } from "@/lib/chats/tags/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listTags, ({ caller }) => tags.list(caller.workspace.id));
export const POST = endpoint(addTag, ({ caller, body }) => tags.add(caller.workspace.id, caller.by, body));
