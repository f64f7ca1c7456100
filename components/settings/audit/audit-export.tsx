import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import type { AuditQuery } from "@/lib/workspace/audit/browser/queries";
import { exportAudit } from "@/lib/workspace/audit/endpoints";

/** A link, so that the browser streams the file to disk. */
export function AuditExport({ workspace, query }: { workspace: string; query: AuditQuery }) {
  const t = useTranslations("audit");
  const search = new URLSearchParams(query as Record<string, string>);
  const path = exportAudit.path.replace("{workspace}", encodeURIComponent(workspace));
  return (
    <a
      href={search.size > 0 ? `${path}?${search}` : path}
      download
      className="inline-flex min-h-8 items-center gap-2 whitespace-nowrap rounded-md border border-line bg-surface px-3 py-1.5 font-medium hover:border-accent pointer-coarse:min-h-10"
    >
      <Download aria-hidden className="size-4" />
      {t("export")}
    </a>
  );
}
