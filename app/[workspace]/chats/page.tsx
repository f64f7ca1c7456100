import { MessageCircle } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { memberOf } from "@/lib/http/pages/page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("chats.title") };
}

/** No chat is selected yet. A small screen shows the list instead. */
export default async function ChatsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const t = await getTranslations("pages.chats");
  await memberOf((await params).workspace, "agent");
  return (
    <div className="grid h-full place-items-center bg-surface">
      <EmptyState icon={<MessageCircle />} title={t("choose")}>
        {t("chooseHint")}
      </EmptyState>
    </div>
  );
}
