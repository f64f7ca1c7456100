import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { WebsiteSettings } from "@/components/settings/channels/website/website-settings";
import { PageHead } from "@/components/settings/shared/page-head";
import * as website from "@/lib/channels/website";
import { getWebsite } from "@/lib/channels/website/contract";
import { identifySamples } from "@/lib/channels/website/samples";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.website") };
}

export default async function WebsitePage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = z.encode(getWebsite.output, await website.view(workspace, await pageOrigin()));

  return (
    <>
      <PageHead title={t("sections.website")}>{t("website.intro")}</PageHead>
      <WebsiteSettings workspace={workspace.slug} name={workspace.name} initial={initial} samples={identifySamples()} />
    </>
  );
}
