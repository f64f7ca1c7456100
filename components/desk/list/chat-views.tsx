import { useTranslations } from "next-intl";
import { tabs } from "@/components/desk/shared/filter";
import { classes } from "@/components/ui/classes";
import type { ChatList } from "@/lib/chats/browser/chat-list";
import type { Filter } from "@/lib/chats/browser/queries";
import { chooseFilter } from "./choose-filter";

/** A greater number would not fit, and says no more. */
const maxShown = 99;

type Props = { filter: Filter; counts: ChatList["counts"] };

export function ChatViews({ filter, counts }: Props) {
  const t = useTranslations("chat.views");
  return (
    <fieldset
      aria-label={t("label")}
      className="flex h-11 flex-none items-center gap-0.5 overflow-x-auto px-2 [scrollbar-width:none] max-md:px-3"
    >
      {tabs.map((view) => {
        const count = view === "open" ? 0 : counts[view];
        return (
          <button
            key={view}
            type="button"
            aria-pressed={view === filter.view}
            onClick={() => chooseFilter({ view })}
            className="flex flex-none items-center gap-1 whitespace-nowrap rounded-full border border-transparent px-2 py-1 text-sm/[18px] text-soft hover:text-text focus-visible:-outline-offset-2 aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-text"
          >
            {t(`names.${view}`)}
            {count > 0 && (
              <span className={classes("font-semibold tabular-nums", view === "problems" && "text-problem")}>
                {t.rich("count", {
                  count,
                  shown: count > maxShown ? `${maxShown}+` : String(count),
                  quiet: (text) => <span className="sr-only">{text}</span>,
                })}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
