import { useTranslations } from "next-intl";
import { useState } from "react";
import { lineOf } from "@/components/chat/shared/properties";
import { When } from "@/components/time/when";
import type { ProblemItem } from "./entries";
import { useTimelineActions, useTimelineState } from "./timeline-context";

const step = 50;
const link = "min-h-6 rounded-sm font-medium text-accent text-sm underline-offset-2 hover:underline";

/** Each of some like problems, the newest first; very many come by and by, so that the page stays small. */
function All({ cards }: { cards: readonly ProblemItem[] }) {
  const t = useTranslations("chat.timeline");
  const [limit, setLimit] = useState(step);
  const hidden = cards.length - limit;
  return (
    <>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {cards
          .slice(-limit)
          .reverse()
          .map(({ id, card }) => (
            <li key={id} className="flex gap-3">
              <When at={card.occurredAt} className="min-w-[84px] flex-none text-soft" />
              <span className="min-w-0 tabular-nums wrap-anywhere">{lineOf(card.properties)}</span>
            </li>
          ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={link} onClick={() => setLimit(limit + step)}>
          {t("showMore", { count: Math.min(step, hidden) })}
        </button>
      )}
    </>
  );
}

/** "Show all 7" of like problems in one card. */
export function LikeList({ id, cards }: { id: string; cards: readonly ProblemItem[] }) {
  const t = useTranslations("chat.timeline");
  const { toggle } = useTimelineActions();
  const name = `all ${id}`;
  const isOpen = useTimelineState().opened.has(name);
  if (cards.length < 2) return null;
  return (
    <div className="mt-1.5">
      <button type="button" aria-expanded={isOpen} className={link} onClick={() => toggle(name)}>
        {isOpen ? t("showLess") : t("showAll", { count: cards.length })}
      </button>
      {isOpen && <All cards={cards} />}
    </div>
  );
}
