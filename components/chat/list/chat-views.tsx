import { searchOf } from "@/components/chat/shared/use-view";
import type { View } from "@/lib/domain/chats/browser/queries";

const views = [
  { view: "open", name: "Open" },
  { view: "problems", name: "Problems" },
  { view: "closed", name: "Closed" },
] as const;

// The address changes without a trip to the server: the list fetches what it shows.
const choose = (view: View) => window.history.pushState(null, "", `${window.location.pathname}${searchOf(view)}`);

export function ChatViews({ view: chosen, newProblems }: { view: View; newProblems: number }) {
  return (
    <fieldset aria-label="Which chats" className="flex flex-none gap-1 px-3 py-2">
      {views.map(({ view, name }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === chosen}
          onClick={() => choose(view)}
          className="flex items-center gap-1.5 rounded-full border border-transparent px-2.5 py-1 text-sm/[18px] text-soft hover:text-text aria-pressed:border-line aria-pressed:bg-surface aria-pressed:text-text"
        >
          {name}
          {view === "problems" && newProblems > 0 && (
            <span className="min-w-[18px] rounded-full bg-problem-strong px-1.5 text-center font-semibold text-[11px]/[18px] text-on-problem tabular-nums">
              {newProblems}
              <span className="sr-only"> new</span>
            </span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
