import * as directory from "@/lib/desk/directory";
import { setContactTag } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(setContactTag, ({ caller, params, body }) => directory.setTag(caller.workspace.id, params.contactId, body));
