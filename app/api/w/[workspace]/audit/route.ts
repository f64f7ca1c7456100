import * as audit from "@/lib/domain/audit";
import { listAudit } from "@/lib/domain/audit/contract";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(listAudit, ({ caller, query }) => audit.list(caller.workspace.id, query));
