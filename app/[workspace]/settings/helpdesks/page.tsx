import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { HelpdeskSettings } from "@/components/settings/channels/helpdesks/helpdesk-settings";
import { PageHead } from "@/components/settings/shared/page-head";
import * as helpdesks from "@/lib/desk/helpdesks";
import { getHelpdesks } from "@/lib/desk/helpdesks/contract";
import { embedSamples } from "@/lib/desk/helpdesks/samples";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.helpdesks") };
}

export default async function HelpdesksPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = z.encode(getHelpdesks.output, await helpdesks.readSettings(workspace));

  return (
    <>
      <PageHead title={t("sections.helpdesks")}>{t("helpdesks.intro")}</PageHead>
      <HelpdeskSettings workspace={workspace.slug} guessedOrigin={await pageOrigin()} initial={initial} samples={embedSamples()} />
    </>
  );
}
