import { useTranslations } from "next-intl";
import { toast } from "@/components/ui/toast";
import { browserTranslations } from "@/lib/browser/browser-translations";
import { call } from "@/lib/browser/call";
import { setStatus, snooze } from "@/lib/chats/endpoints";
import type { DoneWithIt } from "./closing";
import { goesOn } from "./goes-on";
import { useLive } from "./live";
import { useChatChange } from "./use-chat-change";

type Status = "open" | "closed";
/** `snoozedUntil`: when a chat comes back that was snoozed before it was closed. */
type Input = { status: Status; snoozedUntil?: string | null; ifNoOpenProblems?: boolean };

/** Closes or reopens the chat. `leaves`: the next one is opened; without it, a closed chat is left by those who chose that. */
export function useStatus(chatId: string) {
  const t = useTranslations("chat.done");
  const { workspace } = useLive();
  const params = { workspace, chatId };
  const { change, letUndo, nameNow } = useChatChange<Input>(chatId, {
    async send({ snoozedUntil: until, ...body }) {
      await call(setStatus, { params, body });
      if (until && Date.parse(until) > Date.now()) await call(snooze, { params, body: { until } });
    },
    hides: ({ status, snoozedUntil }) => status === "closed" || Boolean(snoozedUntil),
    shown: ({ status, snoozedUntil = null }) => (status === "closed" ? { status, snoozedUntil: null } : { status, snoozedUntil }),
    reverse: ({ status, snoozedUntil }) => ({ status, snoozedUntil }),
    done: ({ status }, name) => t(status === "closed" ? "closed" : "reopened", { name }),
    notDone: (name, reason) => t("notClosed", { name, reason }),
  });

  /** A message is to close it: Z takes that back at once (`stay`), and a toast once it is closed. Returns a callback: it takes whether the chat was closed. */
  function letReopen(hasLeft: boolean, stay: () => void, also?: DoneWithIt): (isClosed: boolean) => void {
    const name = nameNow();
    let isOpen = false;
    let isTakenBack = false;
    const undo = {
      text: also?.text ?? t("closed", { name }),
      undo() {
        isTakenBack = true;
        stay();
        also?.undo();
      },
    };
    const letReopenNow = (isSaid: boolean) =>
      letUndo({ status: "closed" }, { status: "open" }, { isDone: () => !isOpen, hasLeft, also: undo, isSaid });
    let withdraw = letReopenNow(false);
    return (isClosed) => {
      isOpen = !isClosed;
      if (!isTakenBack) withdraw();
      if (isClosed && !isTakenBack) withdraw = letReopenNow(true);
      else if (!isClosed && hasLeft) {
        const ofClient = browserTranslations("client");
        toast.error(t("notClosed", { name, reason: ofClient("unsent") }));
      }
    };
  }

  return {
    /** `ask`: nobody decided what becomes of open problems. If there are any, the chat is not closed, and this follows. */
    change: (status: Status, leaves = goesOn.read(), also?: DoneWithIt, ask?: () => void) =>
      change(ask ? { status, ifNoOpenProblems: true } : { status }, status === "closed" && leaves, also, ask),
    letReopen,
  };
}
