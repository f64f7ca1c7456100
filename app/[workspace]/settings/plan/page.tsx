import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PlanChoice } from "@/components/settings/plan/plan-choice";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.plan") };
}

export default async function PlanPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");

  return (
    <>
      <PageHead title={t("sections.plan")}>{t("plan.intro")}</PageHead>
      <PlanChoice workspace={workspace.slug} mayChoose={role === "owner"} initial={{ plan: workspace.plan }} />
    </>
  );
}
