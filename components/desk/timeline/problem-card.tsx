import { useTranslations } from "next-intl";
import { memo, useRef } from "react";
import { OutcomeLine } from "@/components/desk/press/outcome-line";
import { ProblemButtons } from "@/components/desk/press/problem-buttons";
import { ProblemMark } from "@/components/desk/shared/problem-mark";
import { PropertyRows } from "@/components/desk/shared/property-rows";
import { When } from "@/components/time/when";
import type { ProblemGroup } from "./entries";
import { LikeList } from "./like-list";
import { outcomesOn } from "./press-outcomes";
import { problemStateOfAll } from "./problem-state";
import { QuietProblem } from "./quiet-problem";
import { useTimelineState } from "./timeline-context";
import { Times } from "./times";
import { useClosing } from "./use-closing";

/** Like problems in one card, with what the newest of them says and how the last presses on them ended. */
function WholeCard({ group: { id, cards }, isOpen }: { group: ProblemGroup; isOpen: boolean }) {
  const t = useTranslations("chat.timeline");
  const { presses, panel } = useTimelineState();
  const newest = cards.at(-1);
  if (!newest) return null;
  const { eventId, event, properties, occurredAt } = newest.card;
  const time = <When at={occurredAt} className="text-soft text-xs/5" />;
  return (
    <div className={`rounded-lg border px-3 py-2.5 ${isOpen ? "border-problem-line bg-problem-soft" : "border-line bg-raised"}`}>
      <div className="flex items-start gap-2">
        <span className="flex h-5 items-center">
          <ProblemMark event={event} />
        </span>
        <h2 className="min-w-0 flex-1 font-semibold text-problem wrap-anywhere">{event}</h2>
        <Times count={cards.length} />
        <span className="text-soft text-xs/5">{cards.length > 1 ? t.rich("last", { time: () => time }) : time}</span>
      </div>
      <PropertyRows properties={properties} />
      {outcomesOn(cards, presses, panel.outcomes).map((outcome) => (
        <p key={outcome.callId} className="mt-2 flex items-start gap-1.5 text-soft text-sm">
          <OutcomeLine outcome={outcome} hasLabel />
        </p>
      ))}
      {isOpen && eventId && <ProblemButtons about={{ id: eventId, event, properties }} />}
      <LikeList id={id} cards={cards} />
    </div>
  );
}

/** Problems in the timeline. The customer never sees them. */
export const ProblemCard = memo(function ProblemCard({ group }: { group: ProblemGroup }) {
  const { panel, panelSeq } = useTimelineState();
  const isNewer = group.cards.some(({ seq }) => seq > panelSeq);
  const state = problemStateOfAll(
    group.cards.map(({ card }) => card),
    panel,
    { isNewer },
  );

  const box = useRef<HTMLDivElement>(null);
  useClosing(box, state.isOpen);

  const newest = group.cards.at(-1);
  if (!newest) return null;
  const { event, occurredAt } = newest.card;
  return (
    <div ref={box} className="mt-3">
      {state.isOpen ? (
        <WholeCard group={group} isOpen />
      ) : (
        <QuietProblem name={`card ${group.id}`} event={event} count={group.cards.length} occurredAt={occurredAt} closing={state.closing}>
          <WholeCard group={group} isOpen={false} />
        </QuietProblem>
      )}
    </div>
  );
});
