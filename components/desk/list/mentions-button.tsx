import { AtSign } from "lucide-react";
import { useTranslations } from "next-intl";
import { Tooltip } from "@/components/ui/tooltip";
import { type Filter, openFilter } from "@/lib/chats/browser/queries";
import { chooseFilter } from "./choose-filter";

const maxShown = 99;

/** Switches to the chats in which a note mentions the agent, and back. The number is that of the unread ones; the previous version sends none. */
export function MentionsButton({ filter, count = 0 }: { filter: Filter; count: number | undefined }) {
  const t = useTranslations("chat.views");
  const isChosen = filter.view === "mentions";
  const label = t("mentions", { count });
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={isChosen}
        onClick={() => chooseFilter({ ...openFilter, view: isChosen ? "open" : "mentions" })}
        className="flex h-8 min-w-8 flex-none items-center justify-center gap-1 rounded-md px-1.5 text-soft hover:bg-raised hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-10 pointer-coarse:min-w-10"
      >
        <AtSign aria-hidden className="size-4" />
        {count > 0 && (
          <span aria-hidden className="font-semibold text-accent text-xs tabular-nums">
            {count > maxShown ? `${maxShown}+` : count}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
