import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PlanChoice } from "@/components/settings/plan/plan-choice";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";
import { hasPlans } from "@/lib/workspace/workspaces";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.plan") };
}

export default async function PlanPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "admin");
  if (!hasPlans()) notFound();
  const t = await getTranslations("settings");

  return (
    <>
      <PageHead title={t("sections.plan")}>{t("plan.intro")}</PageHead>
      <PlanChoice workspace={workspace.slug} mayChoose={role === "owner"} initial={{ plan: workspace.plan }} />
    </>
  );
}
