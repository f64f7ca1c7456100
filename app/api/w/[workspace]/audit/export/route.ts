import { getTranslations } from "next-intl/server";
import { download } from "@/lib/api/download";
import * as audit from "@/lib/audit";
import { exportAudit } from "@/lib/audit/contract";

export const GET = download(exportAudit, async ({ caller, query }) => audit.file(await getTranslations("audit"), caller.workspace, query));
