import { endpoint } from "@/lib/http/endpoint";
import * as conflicts from "@/lib/people/links/conflicts";
import { resolveConflict } from "@/lib/people/links/contract";

export const POST = endpoint(resolveConflict, ({ caller, params, body }) =>
  conflicts.resolve(caller.workspace.id, caller.by, { id: params.conflictId, decision: body.decision }),
);
