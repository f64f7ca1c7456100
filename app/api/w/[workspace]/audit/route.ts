import { endpoint } from "@/lib/http/endpoint";
import * as audit from "@/lib/workspace/audit";
import { listAudit } from "@/lib/workspace/audit/contract";

export const GET = endpoint(listAudit, ({ caller, query }) => audit.list(caller.workspace.id, query));
