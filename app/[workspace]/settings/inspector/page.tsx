import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EventInspector } from "@/components/settings/inspector/event-inspector";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.inspector") };
}

export default async function InspectorPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  return (
    <>
      <PageHead title={t("sections.inspector")}>{t("inspector.intro")}</PageHead>
      <EventInspector workspace={workspace.slug} />
    </>
  );
}
