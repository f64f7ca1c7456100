import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { WhatsAppSettings } from "@/components/settings/channels/whatsapp/whatsapp-settings";
import { PageHead } from "@/components/settings/shared/page-head";
import { getWhatsApp } from "@/lib/channels/whatsapp/contract";
import * as whatsapp from "@/lib/channels/whatsapp/settings";
import { memberOf, pageOrigin } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.whatsapp") };
}

export default async function WhatsAppPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = z.encode(getWhatsApp.output, await whatsapp.view(workspace, await pageOrigin()));

  return (
    <>
      <PageHead title={t("sections.whatsapp")}>{t("whatsapp.intro")}</PageHead>
      <WhatsAppSettings workspace={workspace.slug} initial={initial} />
    </>
  );
}
