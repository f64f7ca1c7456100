import { download } from "@/lib/api/download";
import * as audit from "@/lib/audit";
import { exportAudit } from "@/lib/audit/contract";

export const GET = download(exportAudit, ({ caller, query }) => audit.file(caller.workspace, query));
