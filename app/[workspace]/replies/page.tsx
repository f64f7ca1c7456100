import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { SavedReplies } from "@/components/settings/replies/saved-replies";
import { PageFrame } from "@/components/settings/shared/page-frame";
import { PageHead } from "@/components/settings/shared/page-head";
import * as replies from "@/lib/chats/replies";
import { listReplies } from "@/lib/chats/replies/contract";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.replies") };
}

/** For agents, where the workspace allows them to manage saved replies: the settings are for admins. */
export default async function AgentsReplies({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, role } = await memberOf((await params).workspace, "agent");
  const list = await replies.list(workspace.id, role);
  if (!list.canManage) notFound();
  const t = await getTranslations("settings");

  return (
    <main>
      <PageFrame>
        <PageHead title={t("sections.replies")}>{t("replies.intro")}</PageHead>
        <SavedReplies workspace={workspace.slug} initial={z.encode(listReplies.output, list)} />
      </PageFrame>
    </main>
  );
}
