"use client";

import { CalendarClock, Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceList, type Choice as ListChoice } from "@/components/desk/shared/choice-list";
import { useNow } from "@/components/time/use-now";
import { useReader } from "@/components/time/use-reader";
import { formatDayAndClock, formatTime } from "@/lib/kernel/dates";
import { type ChoiceName, snoozeChoices } from "./choices";
import { DateForm } from "./date-form";

type Props = {
  /** The label of the field that filters. */
  find: string;
  /** What the button beside a date says. */
  confirm: string;
  /** Choices that are no times. */
  more?: ListChoice[];
  onMore?: (id: string) => void;
  onChoose: (until: number) => void;
};

const pick = "pick";

/** Times that are chosen often, on the agent's clock, or any other. */
export function TimeChoices({ find, confirm, more = [], onMore, onChoose }: Props) {
  const t = useTranslations("chat.snooze");
  const reader = useReader();
  const now = useNow() ?? Date.now();
  const [isPicking, setPicking] = useState(false);
  const times = snoozeChoices(now, reader.timeZone);

  function choose(id: string) {
    if (id === pick) return setPicking(true);
    const chosen = times.find(({ name }) => name === id);
    if (chosen) onChoose(chosen.until);
    else onMore?.(id);
  }

  if (isPicking) {
    const first = times.find(({ name }) => name === "tomorrow")?.until ?? now;
    return <DateForm first={first} timeZone={reader.timeZone} confirm={confirm} onChoose={onChoose} />;
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
    ...more,
  ];
  return <ChoiceList label={find} choices={choices} empty={t("noMatch")} onChoose={choose} />;
}
