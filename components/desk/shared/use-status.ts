import { call } from "@/lib/browser/call";
import { setStatus } from "@/lib/chats/endpoints";
import { useLive } from "./live";
import { useChatChange } from "./use-chat-change";

/** Closes or reopens the chat. `describeError` is for whoever leaves the chat at the same time. */
export function useStatus(chatId: string, describeError?: (error: Error) => string) {
  const { workspace } = useLive();
  const { mutate, isPending } = useChatChange<"open" | "closed">(chatId, {
    send: (status) => call(setStatus, { params: { workspace, chatId }, body: { status } }),
    shown: (status) => (status === "closed" ? { status, snoozedUntil: null } : { status }),
    ...(describeError && { errorMessage: describeError }),
  });
  return { change: mutate, isPending };
}
