import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { AgentsManage } from "@/components/settings/replies/agents-manage";
import { SavedReplies } from "@/components/settings/replies/saved-replies";
import { PageHead } from "@/components/settings/shared/page-head";
import * as replies from "@/lib/chats/replies";
import { listReplies } from "@/lib/chats/replies/contract";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.replies") };
}

export default async function RepliesPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const [list, settings] = await Promise.all([replies.list(workspace.id, role), replies.settings(workspace.id)]);

  return (
    <>
      <PageHead title={t("sections.replies")}>{t("replies.intro")}</PageHead>
      <SavedReplies workspace={workspace.slug} initial={z.encode(listReplies.output, list)} />
      <AgentsManage workspace={workspace.slug} initial={settings} />
    </>
  );
}
