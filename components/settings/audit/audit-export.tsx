import { useTranslations } from "next-intl";
import { DownloadLink } from "@/components/ui/download-link";
import type { AuditQuery } from "@/lib/workspace/audit/browser/queries";
import { exportAudit } from "@/lib/workspace/audit/endpoints";

export function AuditExport({ workspace, query }: { workspace: string; query: AuditQuery }) {
  const t = useTranslations("audit");
  const search = new URLSearchParams(query as Record<string, string>);
  const path = exportAudit.path.replace("{workspace}", encodeURIComponent(workspace));
  return <DownloadLink href={search.size > 0 ? `${path}?${search}` : path}>{t("export")}</DownloadLink>;
}
