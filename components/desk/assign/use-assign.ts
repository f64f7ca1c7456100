import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { call } from "@/lib/browser/call";
import type { Assignee } from "@/lib/chats/contract";
import { setAssignee } from "@/lib/chats/endpoints";
import { isolated } from "@/lib/kernel/text";

/** Gives the chat to a member, or to nobody. */
export function useAssign(chatId: string): (assignee: Assignee | null) => void {
  const t = useTranslations("chat.done");
  const { workspace, me } = useLive();
  const { change } = useChatChange<Assignee | null>(chatId, {
    send: (assignee) => call(setAssignee, { params: { workspace, chatId }, body: { accountId: assignee?.id ?? null } }),
    shown: (assignee) => ({ assignee }),
    reverse: ({ assignee }) => assignee,
    done(assignee, name) {
      if (!assignee) return t("unassigned", { name });
      return assignee.id === me.id ? t("assignedToMe", { name }) : t("assigned", { name, assignee: isolated(assignee.name) });
    },
  });
  return change;
}
