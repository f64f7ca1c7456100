import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { Conflicts } from "@/components/settings/channels/conflicts/conflicts";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";
import * as conflicts from "@/lib/people/links/conflicts";
import { listConflicts } from "@/lib/people/links/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.conflicts") };
}

export default async function ConflictsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const page = await conflicts.list(workspace.id, {});

  return (
    <>
      <PageHead title={t("sections.conflicts")}>{t("conflicts.intro")}</PageHead>
      <Conflicts workspace={workspace.slug} firstPage={z.encode(listConflicts.output, page)} />
    </>
  );
}
