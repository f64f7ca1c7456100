import { useTranslations } from "next-intl";
import type { tabs } from "@/components/desk/shared/filter";
import { classes } from "@/components/ui/classes";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";

/** A greater number would not fit, and says no more. */
const maxShown = 99;

type Props = { view: (typeof tabs)[number]; counts: ChatList["counts"] };

/** How many chats a view has; nothing for none, and for all. */
export function ViewCount({ view, counts }: Props) {
  const t = useTranslations("chat.views");
  const count = view === "open" ? 0 : counts[view];
  if (count === 0) return null;
  return (
    <span className={classes("font-semibold tabular-nums", view === "problems" && "text-problem")}>
      {t.rich("count", {
        count,
        shown: count > maxShown ? `${maxShown}+` : String(count),
        quiet: (text) => <span className="sr-only">{text}</span>,
      })}
    </span>
  );
}
