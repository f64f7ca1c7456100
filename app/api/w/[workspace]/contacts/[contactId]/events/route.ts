import * as directory from "@/lib/domain/directory";
import { listContactEvents } from "@/lib/domain/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listContactEvents, ({ caller, params, query }) =>
  directory.events(caller.workspace.id, params.contactId, query),
);
