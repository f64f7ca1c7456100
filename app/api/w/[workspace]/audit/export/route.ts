import { getTranslations } from "next-intl/server";
import { download } from "@/lib/http/download";
import * as audit from "@/lib/workspace/audit";
import { exportAudit } from "@/lib/workspace/audit/contract";

export const GET = download(exportAudit, async ({ caller, query }) => audit.file(await getTranslations("audit"), caller.workspace, query));
