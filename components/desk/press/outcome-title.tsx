import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { tookText } from "@/components/time/duration";
import type { Outcome } from "@/lib/chats/contract";

const b = (text: ReactNode) => <bdi>{text}</bdi>;
const good = (text: ReactNode) => <span className="text-ok">{text}</span>;

export function OutcomeTitle({ outcome: { label, state, tookMs } }: { outcome: Outcome }) {
  const t = useTranslations("chat.outcome");
  const times = useTranslations("ui.time");
  switch (state) {
    case "delivered":
      return tookMs === null ? t.rich("done", { label, b, good }) : t.rich("doneIn", { label, b, good, took: tookText(times, tookMs) });
    case "working":
      return t.rich("working", { label, b });
    case "refused":
    case "failed":
      return <span className="text-problem">{t.rich("failed", { label, b })}</span>;
    case "unknown":
      return t.rich("unknown", { label, b });
  }
}
