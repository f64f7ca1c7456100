import { Check, CheckCheck, Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MessageStatus as Status } from "@/lib/chats/contract";

type Going = Exclude<Status["state"], "failed" | "unknown">;

const icons = { queued: Clock3, sending: Clock3, sent: Check, delivered: CheckCheck, read: CheckCheck } as const;

/** How far a message came that is on its way or there: in words too, because a check mark alone says little. */
export function SentState({ state }: { state: Going }) {
  const t = useTranslations("chat.status");
  const Icon = icons[state];
  return (
    <span className="inline-flex items-center gap-1 align-bottom">
      <Icon className={`size-3.5 ${state === "read" ? "text-accent" : ""}`} />
      {t(`states.${state}`)}
    </span>
  );
}
