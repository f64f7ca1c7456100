import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useNow } from "@/components/time/use-now";
import type { PanelButton } from "@/lib/desk/panel/contract";
import { elapsedText, remainingText } from "@/lib/kernel/durations";

type Cooldown = NonNullable<PanelButton["cooldown"]>;

/** "Ana pressed this 20 s ago · again in 40 s", counted by the browser's clock from the fetch; undefined once it is over. */
export function useCooldown(cooldown: Cooldown | null): string | undefined {
  const t = useTranslations("chat.button");
  const locale = useLocale();
  const [received, setReceived] = useState({ cooldown, at: Date.now() });
  if (received.cooldown !== cooldown) setReceived({ cooldown, at: Date.now() });
  const [ended, setEnded] = useState<Cooldown>();
  const now = useNow(cooldown && ended !== cooldown ? 500 : null) ?? received.at;
  if (!cooldown || ended === cooldown) return undefined;

  // The server's clock may differ, so only durations are used from it.
  const remainingMs = received.at + cooldown.remainingMs - Math.max(now, received.at);
  if (remainingMs <= 0) {
    if (ended !== cooldown) setEnded(cooldown);
    return undefined;
  }
  const durationMs = Date.parse(cooldown.endsAt) - Date.parse(cooldown.pressedAt);
  const [passed, left] = [elapsedText(durationMs - remainingMs, locale), remainingText(remainingMs, locale)];
  return t("cooling", { name: cooldown.agentName, passed, left });
}
