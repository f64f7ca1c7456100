import * as directory from "@/lib/desk/directory";
import { listContactEvents } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listContactEvents, ({ caller, params, query }) =>
  directory.events(caller.workspace.id, params.contactId, query),
);
