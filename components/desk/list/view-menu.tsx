import { ChevronDown, Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { menuViews, type tabs } from "@/components/desk/shared/filter";
import { Menu } from "@/components/ui/menu";
import { loader } from "@/components/ui/use-loaded";
import type { Filter } from "@/lib/chats/browser/queries";
import type { ChatList } from "@/lib/chats/browser/store/chat-list";

const choices = loader(() => import("./filter-choices").then(({ ViewChoices }) => ViewChoices));

type Props = {
  filter: Filter;
  counts: ChatList["counts"];
  /** The tabs that found no room. */
  hidden: readonly (typeof tabs)[number][];
};

/** The views that are no tab here. The button says which of them is chosen, unless that is all chats, as at first. */
export function ViewMenu({ filter, counts, hidden }: Props) {
  const t = useTranslations("chat.views");
  const views = [...hidden, ...menuViews];
  const chosen = views.find((view) => view === filter.view);
  const Icon = chosen && chosen !== "open" ? ChevronDown : Ellipsis;
  return (
    <Menu
      loads={choices}
      trigger={
        <button
          type="button"
          aria-current={chosen ? "true" : undefined}
          className={`flex h-7 flex-none items-center gap-0.5 whitespace-nowrap rounded-full border px-1.5 text-sm focus-visible:-outline-offset-2 ${chosen ? "border-line bg-surface" : "border-transparent text-soft hover:text-text"}`}
        >
          <span className="sr-only">{chosen ? `${t("more")}: ` : t("more")}</span>
          {chosen && <span className={chosen === "open" ? "sr-only" : ""}>{t(`names.${chosen}`)}</span>}
          <Icon aria-hidden className="size-3.5" />
        </button>
      }
    >
      {(Choices) => <Choices views={views} chosen={chosen} counts={counts} />}
    </Menu>
  );
}
