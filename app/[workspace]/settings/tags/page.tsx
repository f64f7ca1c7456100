import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageHead } from "@/components/settings/shared/page-head";
import { Tags } from "@/components/settings/tags/tags";
import * as tags from "@/lib/chats/tags";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.tags") };
}

export default async function TagsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");

  return (
    <>
      <PageHead title={t("sections.tags")}>{t("tags.intro")}</PageHead>
      <Tags workspace={workspace.slug} initial={await tags.list(workspace.id)} />
    </>
  );
}
