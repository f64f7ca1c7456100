import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { PageHead } from "@/components/settings/shared/page-head";
import { PlanNotice } from "@/components/settings/shared/plan-notice";
import { Webhooks } from "@/components/settings/webhooks/webhooks";
import { memberOf } from "@/lib/http/pages/page";
import * as webhooks from "@/lib/webhooks";
import { listWebhooks } from "@/lib/webhooks/contract";
import { hasPlans } from "@/lib/workspace/workspaces";
import { allows } from "@/lib/workspace/workspaces/shared/plans";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.webhooks") };
}

export default async function WebhooksPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");

  return (
    <>
      <PageHead title={t("sections.webhooks")}>{t("webhooks.intro")}</PageHead>
      {!allows(workspace.plan, "contextApi") && <PlanNotice workspace={workspace.slug} hasPlans={hasPlans()} />}
      <Webhooks workspace={workspace.slug} initial={z.encode(listWebhooks.output, await webhooks.list(workspace.id))} />
    </>
  );
}
