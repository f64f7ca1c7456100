import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { ApiKeys } from "@/components/settings/keys/api-keys";
import { QuickStart } from "@/components/settings/keys/quick-start";
import { PageHead } from "@/components/settings/shared/page-head";
import { PlanNotice } from "@/components/settings/shared/plan-notice";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";
import { firstCalls } from "@/lib/http/reference/first-calls";
import * as keys from "@/lib/workspace/keys";
import { listKeys } from "@/lib/workspace/keys/contract";
import { hasPlans } from "@/lib/workspace/workspaces";
import { allows } from "@/lib/workspace/workspaces/shared/plans";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.developers") };
}

export default async function Developers({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = z.encode(listKeys.output, await keys.list(workspace.id));
  const calls = firstCalls(await pageOrigin());

  return (
    <>
      <PageHead title={t("sections.developers")}>{t("developers.intro")}</PageHead>
      {!allows(workspace.plan, "contextApi") && <PlanNotice workspace={workspace.slug} hasPlans={hasPlans()} />}
      <ApiKeys workspace={workspace.slug} initial={initial} firstCall={calls.contact} />
      <QuickStart calls={calls} />
    </>
  );
}
