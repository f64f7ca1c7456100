"use client";

import { AlarmClockOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { TimeChoices } from "./time-choices";
import { useSnooze } from "./use-snooze";

type Props = { chatId: string; isSnoozed: boolean; onDone: () => void };

const wake = "wake";

/** Until when the chat is to stay out of the list. */
export function SnoozeChoices({ chatId, isSnoozed, onDone }: Props) {
  const t = useTranslations("chat.snooze");
  const snooze = useSnooze(chatId);

  function put(until: number | null) {
    snooze(until);
    onDone();
  }

  const more = isSnoozed ? [{ id: wake, label: t("wake"), words: t("wake"), icon: <AlarmClockOff /> }] : [];
  return <TimeChoices find={t("find")} confirm={t("confirm")} more={more} onMore={() => put(null)} onChoose={put} />;
}
