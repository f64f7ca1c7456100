import { useTranslations } from "next-intl";
import { searchOf } from "@/components/chat/shared/use-view";
import type { View } from "@/lib/domain/chats/browser/queries";

const views = ["open", "problems", "closed"] as const satisfies View[];

// The URL changes without a server navigation: the list fetches its own data.
const choose = (view: View) => window.history.pushState(null, "", `${window.location.pathname}${searchOf(view)}`);

export function ChatViews({ view: chosen, newProblems }: { view: View; newProblems: number }) {
  const t = useTranslations("chat.views");
  return (
    <fieldset aria-label={t("label")} className="flex flex-none gap-1 px-3 py-2">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === chosen}
          onClick={() => choose(view)}
          className="flex items-center gap-1.5 rounded-full border border-transparent px-2.5 py-1 text-sm/[18px] text-soft hover:text-text aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-text"
        >
          {t(`names.${view}`)}
          {view === "problems" && newProblems > 0 && (
            <span className="min-w-[18px] rounded-full bg-problem-strong px-1.5 text-center font-semibold text-[11px]/[18px] text-on-problem tabular-nums">
              {t.rich("new", { count: newProblems, quiet: (text) => <span className="sr-only">{text}</span> })}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
