import * as audit from "@/lib/domain/audit";
import { exportAudit } from "@/lib/domain/audit/contract";
import { download } from "@/lib/http/download";

export const GET = download(exportAudit, ({ caller, query }) => audit.file(caller.workspace, query));
