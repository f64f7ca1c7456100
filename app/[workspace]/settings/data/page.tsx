import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RetentionChoice } from "@/components/settings/data/retention-choice";
import { PageHead } from "@/components/settings/shared/page-head";
import { TextLink } from "@/components/ui/text-link";
import * as retention from "@/lib/data/retention";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.data") };
}

export default async function DataPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = await retention.view(workspace.id);

  return (
    <>
      <PageHead title={t("sections.data")}>{t("data.intro")}</PageHead>
      <p className="mb-4 text-pretty text-sm">
        {t.rich("data.moved", {
          import: (words) => <TextLink href={`/${workspace.slug}/contacts/import`}>{words}</TextLink>,
          export: (words) => <TextLink href={`/${workspace.slug}/contacts`}>{words}</TextLink>,
        })}
      </p>
      <RetentionChoice workspace={workspace.slug} mayChoose={role === "owner"} initial={initial} />
    </>
  );
}
