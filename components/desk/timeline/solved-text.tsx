import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { elapsedText, minuteMs } from "@/lib/kernel/durations";
import type { Closing } from "./problem-state";
import { Times } from "./times";

type Props = { event: string; count: number; occurredAt: string; closing: Closing | null };

/** "Payment failed · solved by Payment received, 12 min later". */
export function SolvedText({ event, count, occurredAt, closing }: Props) {
  const t = useTranslations("chat.timeline");
  const locale = useLocale();
  const shared = {
    event,
    gone: (text: ReactNode) => <s className="decoration-1">{text}</s>,
    times: () => (
      <>
        {" "}
        <Times count={count} isQuiet />
      </>
    ),
  };
  if (!closing) return t.rich("closed", shared);
  const b = (text: ReactNode) => <b className="font-medium text-text">{text}</b>;
  // Clocks of two servers may differ: never less than "seconds later".
  const passedMs = Date.parse(closing.at) - Date.parse(occurredAt);
  const later = passedMs < minuteMs ? t("secondsLater") : t("later", { duration: elapsedText(passedMs, locale, true) });
  const { by } = closing;
  if (by.kind === "event") return t.rich("byEvent", { ...shared, b, later, by: by.event });
  return t.rich("byAgent", { ...shared, b, later, by: by.name });
}
