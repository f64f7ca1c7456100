import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { BackToChats } from "@/components/desk/conversation/back-to-chats";
import { EmptyState } from "@/components/ui/empty-state";

export default function NoSuchChat() {
  const t = useTranslations("errors.chat");
  return (
    <div className="grid h-full place-items-center bg-surface">
      <EmptyState icon={<SearchX />} title={t("title")} isPage action={<BackToChats />}>
        {t("text")}
      </EmptyState>
    </div>
  );
}
