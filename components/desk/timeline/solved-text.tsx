import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { laterText } from "./later";
import type { Closing } from "./problem-state";
import { Times } from "./times";

type Props = { event: string; count: number; occurredAt: string; closing: Closing | null };

/** "Payment failed · solved by Payment received, 12 min later". */
export function SolvedText({ event, count, occurredAt, closing }: Props) {
  const t = useTranslations("chat.timeline");
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
  const later = laterText(t, occurredAt, closing.at);
  const { by } = closing;
  if (by.kind === "event") return t.rich("byEvent", { ...shared, b, later, by: by.event });
  return t.rich("byAgent", { ...shared, b, later, by: by.name });
}
