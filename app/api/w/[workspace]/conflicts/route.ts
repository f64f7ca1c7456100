import * as conflicts from "@/lib/domain/links/conflicts";
import { listConflicts } from "@/lib/domain/links/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listConflicts, ({ caller, query }) => conflicts.list(caller.workspace.id, query));
