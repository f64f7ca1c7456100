import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Outcome } from "@/lib/chats/contract";
import { tookText } from "@/lib/kernel/durations";

const b = (text: ReactNode) => <bdi>{text}</bdi>;
const good = (text: ReactNode) => <span className="text-ok">{text}</span>;

export function OutcomeTitle({ outcome: { label, state, tookMs } }: { outcome: Outcome }) {
  const t = useTranslations("chat.outcome");
  const locale = useLocale();
  switch (state) {
    case "delivered":
      return tookMs === null ? t.rich("done", { label, b, good }) : t.rich("doneIn", { label, b, good, took: tookText(tookMs, locale) });
    case "working":
      return t.rich("working", { label, b });
    case "refused":
    case "failed":
      return <span className="text-problem">{t.rich("failed", { label, b })}</span>;
    case "unknown":
      return t.rich("unknown", { label, b });
  }
}
