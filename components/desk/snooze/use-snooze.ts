import { useTranslations } from "next-intl";
import { goesOn } from "@/components/desk/shared/goes-on";
import { useLive } from "@/components/desk/shared/live";
import { useChatChange } from "@/components/desk/shared/use-chat-change";
import { call } from "@/lib/browser/call";
import { snooze } from "@/lib/chats/endpoints";

/** Puts the chat away until a time, or takes it back with null. */
export function useSnooze(chatId: string): (until: number | null) => void {
  const t = useTranslations("chat.done");
  const { workspace } = useLive();
  const wire = (until: number | null) => (until === null ? null : new Date(until).toISOString());
  const { change } = useChatChange<number | null>(chatId, {
    send: (until) => call(snooze, { params: { workspace, chatId }, body: { until: wire(until) } }),
    hides: (until) => until !== null,
    shown: (until) => ({ snoozedUntil: wire(until) }),
    reverse({ snoozedUntil }) {
      const until = snoozedUntil === null ? 0 : Date.parse(snoozedUntil);
      return until > Date.now() ? until : null;
    },
    done: (until, name) => t(until === null ? "woken" : "snoozed", { name }),
    notDone: (name, reason) => t("notSnoozed", { name, reason }),
  });
  return (until) => change(until, until !== null && goesOn.read());
}
