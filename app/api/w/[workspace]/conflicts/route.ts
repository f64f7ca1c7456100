import { endpoint } from "@/lib/http/endpoint";
import * as conflicts from "@/lib/people/links/conflicts";
import { listConflicts } from "@/lib/people/links/contract";

export const GET = endpoint(listConflicts, ({ caller, query }) => conflicts.list(caller.workspace.id, query));
