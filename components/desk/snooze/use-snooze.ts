import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { call } from "@/lib/browser/call";
import { snooze } from "@/lib/chats/endpoints";

/** Puts the chat away until a time, or takes it back with null. */
export function useSnooze(chatId: string): (until: number | null) => void {
  const { workspace } = useLive();
  const wire = (until: number | null) => (until === null ? null : new Date(until).toISOString());
  const { mutate } = useChatChange<number | null>(chatId, {
    send: (until) => call(snooze, { params: { workspace, chatId }, body: { until: wire(until) } }),
    shown: (until) => ({ snoozedUntil: wire(until) }),
  });
  return mutate;
}
