import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { When } from "@/components/time/when";
import { isSameMinute } from "@/components/time/when-text";
import { cardTime, type EventRun as Run } from "./entries";
import { useTimelineActions, useTimelineState } from "./timeline-context";

/** "12 events, 10:12 to 10:40", or one time when both read the same: opens to its cards, which are rows of their own below. */
export function EventRun({ run: { id, cards } }: { run: Run }) {
  const t = useTranslations("chat.timeline");
  const { toggle } = useTimelineActions();
  const isOpen = useTimelineState().opened.has(id);
  const [first, last] = [cards[0], cards.at(-1)];
  if (!first || !last) return null;
  const [from, to] =
    Date.parse(cardTime(first)) <= Date.parse(cardTime(last)) ? [cardTime(first), cardTime(last)] : [cardTime(last), cardTime(first)];
  const count = cards.length;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => toggle(id)}
      className="group mt-2 flex min-h-7 w-full items-center gap-2 rounded-sm text-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line hover:text-text"
    >
      <span className="flex min-w-0 items-center gap-1 tabular-nums">
        <ChevronRight aria-hidden className="size-3.5 flex-none transition-transform group-aria-expanded:rotate-90 rtl:-scale-x-100" />
        <span>
          {isSameMinute(from, to)
            ? t.rich("runAt", { count, time: () => <When at={to} /> })
            : t.rich("run", { count, from: () => <When at={from} />, to: () => <When at={to} /> })}
        </span>
      </span>
    </button>
  );
}
