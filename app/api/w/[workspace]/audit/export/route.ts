import { getTranslations } from "next-intl/server";
import * as audit from "@/lib/domain/audit";
import { exportAudit } from "@/lib/domain/audit/contract";
import { download } from "@/lib/http/download";

export const GET = download(exportAudit, async ({ caller, query }) => audit.file(await getTranslations("audit"), caller.workspace, query));
