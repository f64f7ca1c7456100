import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lineOf } from "@/components/desk/shared/properties";
import { When } from "@/components/time/when";
import type { ProblemItem } from "./entries";
import { problemStateOf } from "./problem-state";
import { useTimelineState } from "./timeline-context";

const step = 50;

/** Each of some like problems, the newest first; very many come by and by, so that the page stays small. */
export function LikeRows({ cards, linkStyle }: { cards: readonly ProblemItem[]; linkStyle: string }) {
  const t = useTranslations("chat.timeline");
  const [limit, setLimit] = useState(step);
  const { panel, panelSeq } = useTimelineState();
  const hidden = cards.length - limit;
  return (
    <>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {cards
          .slice(-limit)
          .reverse()
          .map(({ id, seq, card }) => (
            <li key={id} className="flex gap-3">
              <When at={card.occurredAt} className="min-w-[84px] flex-none text-soft" />
              <span className="min-w-0 tabular-nums wrap-anywhere">{lineOf(card.properties)}</span>
              {!problemStateOf(card, panel, { isNewer: seq > panelSeq }).isOpen && (
                <span className="ms-auto flex-none text-ok">
                  <Check aria-hidden className="size-4" />
                  <span className="sr-only">{t("solved")}</span>
                </span>
              )}
            </li>
          ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={linkStyle} onClick={() => setLimit(limit + step)}>
          {t("showMore", { count: Math.min(step, hidden) })}
        </button>
      )}
    </>
  );
}
