import * as conflicts from "@/lib/domain/links/conflicts";
import { resolveConflict } from "@/lib/domain/links/contract";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(resolveConflict, ({ caller, params, body }) =>
  conflicts.resolve(caller.workspace.id, caller.by, { id: params.conflictId, decision: body.decision }),
);
