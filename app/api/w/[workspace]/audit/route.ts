import { endpoint } from "@/lib/api/endpoint";
import * as audit from "@/lib/audit";
import { listAudit } from "@/lib/audit/contract";

export const GET = endpoint(listAudit, ({ caller, query }) => audit.list(caller.workspace.id, query));
