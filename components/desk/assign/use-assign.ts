import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { call } from "@/lib/browser/call";
import type { Assignee } from "@/lib/chats/contract";
import { setAssignee } from "@/lib/chats/endpoints";

/** Gives the chat to a member, or to nobody. */
export function useAssign(chatId: string): (assignee: Assignee | null) => void {
  const { workspace } = useLive();
  const { mutate } = useChatChange<Assignee | null>(chatId, {
    send: (assignee) => call(setAssignee, { params: { workspace, chatId }, body: { accountId: assignee?.id ?? null } }),
    shown: (assignee) => ({ assignee }),
  });
  return mutate;
}
