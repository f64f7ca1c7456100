import { useTranslations } from "next-intl";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { ProblemItem } from "./entries";
import { useTimelineActions, useTimelineState } from "./timeline-context";

const rows = loader(() => import("./like-rows").then(({ LikeRows }) => LikeRows));
const link = "min-h-6 rounded-sm font-medium text-accent text-sm underline-offset-2 hover:underline";

/** "Show all 7" of like problems in one card. */
export function LikeList({ id, cards }: { id: string; cards: readonly ProblemItem[] }) {
  const t = useTranslations("chat.timeline");
  const { toggle } = useTimelineActions();
  const name = `all ${id}`;
  const isOpen = useTimelineState().opened.has(name);
  const Rows = useLoaded(rows, isOpen);
  if (cards.length < 2) return null;
  return (
    <div className="mt-1.5">
      <button type="button" aria-expanded={isOpen} className={link} onClick={() => toggle(name)}>
        {isOpen ? t("showLess") : t("showAll", { count: cards.length })}
      </button>
      {isOpen && Rows && <Rows cards={cards} linkStyle={link} />}
    </div>
  );
}
