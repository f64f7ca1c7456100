import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ComeBack } from "@/components/settings/chats/come-back";
import { NewChats } from "@/components/settings/chats/new-chats";
import { PageHead } from "@/components/settings/shared/page-head";
import * as settings from "@/lib/chats/settings";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.chats") };
}

export default async function ChatSettingsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = await settings.read(workspace.id);

  return (
    <>
      <PageHead title={t("sections.chats")}>{t("chats.intro")}</PageHead>
      <NewChats workspace={workspace.slug} initial={initial} />
      <ComeBack workspace={workspace.slug} initial={initial} />
    </>
  );
}
