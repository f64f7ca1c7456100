import { PencilLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "@/components/desk/shared/live";
import { storage } from "@/lib/chats/browser/draft-storage";

/** That a draft waits in this tab, which keeps it; renders nothing without one. */
export function DraftMark({ chatId }: { chatId: string }) {
  const t = useTranslations("chat.list");
  const { workspace, me } = useLive();
  const read = useCallback(() => storage.hasDraft({ account: me.id, workspace, chatId }), [me.id, workspace, chatId]);
  const hasDraft = useSyncExternalStore(storage.onDraft, read);
  if (!hasDraft) return null;
  return (
    <span className="flex flex-none items-center gap-1 font-medium text-accent text-xs">
      <PencilLine aria-hidden className="size-3" />
      {t("draft")}
    </span>
  );
}
