import { useTranslations } from "next-intl";
import { useState } from "react";
import { useNow } from "@/components/time/use-ticking";
import { passedOf, spanOf } from "@/lib/domain/buttons/shared/cooldown";
import type { PanelButton } from "@/lib/domain/panel/contract";

type Cooling = NonNullable<PanelButton["cooling"]>;

/** "Ana pressed this 20 s ago · again in 40 s", counted by this browser's clock from when it was told, and nothing once it is over. */
export function useCooling(cooling: Cooling | null): string | undefined {
  const t = useTranslations("chat.button");
  const [told, setTold] = useState({ cooling, at: Date.now() });
  if (told.cooling !== cooling) setTold({ cooling, at: Date.now() });
  const [isOver, setOver] = useState<Cooling>();
  const now = useNow(cooling && isOver !== cooling ? 500 : null);
  if (!cooling) return undefined;

  // The server's clock may be another one: only how long it takes is taken from it.
  const left = told.at + cooling.remainingMs - Math.max(now, told.at);
  if (left <= 0) {
    if (isOver !== cooling) setOver(cooling);
    return undefined;
  }
  const whole = Date.parse(cooling.endsAt) - Date.parse(cooling.pressedAt);
  return t("cooling", { name: cooling.agentName, passed: passedOf(whole - left), left: spanOf(left) });
}
