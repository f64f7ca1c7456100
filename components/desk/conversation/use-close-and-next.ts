import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { useChatSteps } from "@/components/desk/shared/use-chat-steps";
import { useStatus } from "@/components/desk/shared/use-status";
import { useListSearch } from "@/components/desk/shared/use-view";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Panel } from "@/lib/desk/panel/contract";
import { isolated } from "@/lib/kernel/text";

/** Closes the chat and opens the next one of the list at once, or the one before, or the list. A failure names the chat that was left. */
export function useCloseAndNext({ chat, person }: Panel): () => void {
  const t = useTranslations("chat.conversation");
  const router = useRouter();
  const { workspace } = useLive();
  const { next, previous } = useChatSteps();
  const search = useListSearch();
  const name = isolated(useShownName()(person.displayName));
  const { change } = useStatus(chat.id, ({ message: reason }) => t("notClosed", { name, reason }));

  return () => {
    change("closed");
    if (!next() && !previous()) router.push(`/${workspace}/chats${search}`);
  };
}
