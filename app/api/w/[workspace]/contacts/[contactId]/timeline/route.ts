import * as directory from "@/lib/desk/directory";
import { listContactTimeline } from "@/lib/desk/directory/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listContactTimeline, ({ caller, params, query }) =>
  directory.timeline(caller.workspace.id, params.contactId, query),
);
