import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { AuditLog } from "@/components/settings/audit/audit-log";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";
import * as audit from "@/lib/workspace/audit";
import { listActors, listAudit } from "@/lib/workspace/audit/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.audit") };
}

export default async function AuditPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const [page, actors] = await Promise.all([audit.list(workspace.id, {}), audit.actors(workspace.id)]);

  return (
    <>
      <PageHead title={t("sections.audit")}>{t("audit.intro")}</PageHead>
      <AuditLog workspace={workspace.slug} firstPage={z.encode(listAudit.output, page)} actors={z.encode(listActors.output, actors)} />
    </>
  );
}
