"use client";

import { useTranslations } from "next-intl";
import { type SyntheticEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { maxSnoozeDays } from "@/lib/chats/shared/limits";
import { dayMs } from "@/lib/kernel/durations";
import { fromInputValue, momentOf, toInputValue, wallTimeOf } from "@/lib/kernel/zoned";

type Props = { first: number; timeZone: string; confirm: string; onChoose: (until: number) => void };

/** Any time, on the agent's clock; `first` is what it begins with. */
export function DateForm({ first, timeZone, confirm, onChoose }: Props) {
  const t = useTranslations("chat.snooze");
  const [value, setValue] = useState(() => toInputValue(wallTimeOf(first, timeZone)));
  const [error, setError] = useState<string>();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const wall = fromInputValue(value);
    const until = wall && momentOf(wall, timeZone);
    const [now, days] = [Date.now(), maxSnoozeDays];
    if (until === undefined) setError(t("incomplete"));
    else if (until <= now) setError(t("past"));
    else if (until > now + days * dayMs) setError(t("tooFar", { days }));
    else onChoose(until);
  }

  function change(next: string) {
    setValue(next);
    setError(undefined);
  }

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-3 p-2">
      <Field label={t("dateAndTime")} hint={t("timeZone", { zone: timeZone.replaceAll("_", " ") })} error={error}>
        <Input autoFocus type="datetime-local" value={value} onChange={(event) => change(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary">
        {confirm}
      </Button>
    </form>
  );
}
