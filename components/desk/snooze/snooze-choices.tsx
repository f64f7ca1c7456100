"use client";

import { AlarmClockOff, CalendarClock, Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceList, type Choice as ListChoice } from "@/components/desk/shared/choice-list";
import { useNow } from "@/components/time/use-now";
import { useReader } from "@/components/time/use-reader";
import { formatDayAndClock, formatTime } from "@/lib/kernel/dates";
import { type ChoiceName, snoozeChoices } from "./choices";
import { DateForm } from "./date-form";
import { useSnooze } from "./use-snooze";

type Props = { chatId: string; isSnoozed: boolean; onDone: () => void };

const pick = "pick";
const wake = "wake";

/** Until when the chat is to stay out of the list. */
export function SnoozeChoices({ chatId, isSnoozed, onDone }: Props) {
  const t = useTranslations("chat.snooze");
  const snooze = useSnooze(chatId);
  const reader = useReader();
  const now = useNow() ?? Date.now();
  const [isPicking, setPicking] = useState(false);
  const times = snoozeChoices(now, reader.timeZone);

  function put(until: number | null) {
    snooze(until);
    onDone();
  }

  function choose(id: string) {
    if (id === pick) return setPicking(true);
    const chosen = times.find(({ name }) => name === id);
    if (chosen) put(chosen.until);
    else if (id === wake) put(null);
  }

  if (isPicking) {
    const first = times.find(({ name }) => name === "tomorrow")?.until ?? now;
    return <DateForm first={first} timeZone={reader.timeZone} onChoose={put} />;
  }

  /** The day too, except for today's. */
  function timeOf(name: ChoiceName, until: number): string {
    return name === "tomorrow" || name === "monday" ? formatDayAndClock(until, reader) : formatTime("clock", until, reader);
  }

  const choices: ListChoice[] = [
    ...times.map(({ name, until }) => ({
      id: name,
      label: t(`choices.${name}`),
      words: t(`choices.${name}`),
      hint: timeOf(name, until),
      icon: <Clock3 />,
    })),
    { id: pick, label: t("pick"), words: t("pick"), icon: <CalendarClock /> },
    ...(isSnoozed ? [{ id: wake, label: t("wake"), words: t("wake"), icon: <AlarmClockOff /> }] : []),
  ];
  return <ChoiceList label={t("find")} choices={choices} empty={t("noMatch")} onChoose={choose} />;
}
