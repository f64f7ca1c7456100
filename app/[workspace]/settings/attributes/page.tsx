import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AttributeSettings } from "@/components/settings/attributes/attribute-settings";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";
import * as attributeDisplay from "@/lib/people/attribute-display";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.attributes") };
}

export default async function AttributesPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const [initial, seen] = await Promise.all([attributeDisplay.read(workspace.id), attributeDisplay.seen(workspace.id)]);

  return (
    <>
      <PageHead title={t("sections.attributes")}>{t("attributes.intro")}</PageHead>
      <AttributeSettings workspace={workspace.slug} initial={initial} initialSeen={seen.items} />
    </>
  );
}
