import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHead } from "@/components/settings/page-head";
import { PlanChoice } from "@/components/settings/plan-choice";
import { memberOf } from "@/lib/api/page";

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
