"use client";

import { Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Clock } from "@/components/time/clock";
import { Remaining } from "@/components/time/remaining";
import { useNow } from "@/components/time/use-now";
import { hourMs } from "@/lib/kernel/durations";

// From here on the agent should hurry.
const soonMs = hourMs;

/** Until when replies are accepted, counted down. Not announced: a screen reader finds it beside the composer. */
export function WindowLine({ until }: { until: string }) {
  const t = useTranslations("chat.window");
  const now = useNow();
  const isSoon = now !== null && Date.parse(until) - now < soonMs;
  return (
    <p
      title={t("openHint")}
      className={`mx-auto mb-2 flex w-fit max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 text-xs ${
        isSoon ? "border-note-line bg-note text-text" : "border-transparent text-soft"
      }`}
    >
      <Clock3 aria-hidden className="size-3.5 flex-none" />
      <span className="min-w-0">
        {t.rich("open", { time: () => <Clock at={until} />, left: () => <Remaining until={until} /> })}
        <span className="sr-only"> {t("openHint")}</span>
      </span>
    </p>
  );
}
