import * as directory from "@/lib/desk/directory";
import { deleteContact, getContactPage } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(getContactPage, ({ caller, params }) => directory.read(caller.workspace.id, params.contactId));
export const DELETE = endpoint(deleteContact, ({ caller, params, body }) =>
  directory.remove(caller.workspace.id, params.contactId, { by: caller.by, userId: body.userId }),
);
