import { useTranslations } from "next-intl";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { tabs } from "@/components/desk/shared/filter";
import type { Filter } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import { chooseFilter } from "./choose-filter";
import { ViewCount } from "./view-count";
import { ViewMenu } from "./view-menu";

/** How many of the tabs stand on the first line. The others wrap, and what wraps is cut off. */
function useFitting(strip: RefObject<HTMLElement | null>): number {
  const [fitting, setFitting] = useState<number>(tabs.length);
  useLayoutEffect(() => {
    const elements = [...(strip.current?.children ?? [])] as HTMLElement[];
    const read = () => setFitting(elements.filter(({ offsetTop }) => offsetTop === elements[0]?.offsetTop).length);
    const observer = new ResizeObserver(read);
    for (const element of [strip.current, ...elements]) if (element) observer.observe(element);
    read();
    return () => observer.disconnect();
  }, [strip]);
  return fitting;
}

type Props = { filter: Filter; counts: ChatList["counts"] };

/** A tab for each view that fits; the others, and those without a tab, are in a menu behind them. */
export function ChatViews({ filter, counts }: Props) {
  const t = useTranslations("chat.views");
  const strip = useRef<HTMLFieldSetElement>(null);
  const fitting = useFitting(strip);
  return (
    <div className="flex h-11 flex-none items-center px-1.5 max-md:px-3 short:h-8">
      <fieldset ref={strip} aria-label={t("label")} className="flex h-7 min-w-0 flex-1 flex-wrap overflow-clip">
        {tabs.map((view, index) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === filter.view}
            onClick={() => chooseFilter({ view })}
            className={`flex h-7 items-center gap-1 whitespace-nowrap rounded-full border border-transparent px-1.5 text-sm text-soft hover:text-text focus-visible:-outline-offset-2 aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-text ${index < fitting ? "" : "invisible"}`}
          >
            {t(`names.${view}`)}
            <ViewCount view={view} counts={counts} />
          </button>
        ))}
      </fieldset>
      <ViewMenu filter={filter} counts={counts} hidden={tabs.slice(fitting)} />
    </div>
  );
}
