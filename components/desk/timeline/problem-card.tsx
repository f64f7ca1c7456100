import { useTranslations } from "next-intl";
import { memo, type RefObject, useLayoutEffect, useRef } from "react";
import { OutcomeLine } from "@/components/desk/press/outcome-line";
import { ProblemButtons } from "@/components/desk/press/problem-buttons";
import { Why } from "@/components/desk/reach/why";
import { ProblemMark } from "@/components/desk/shared/problem-mark";
import { PropertyRows } from "@/components/desk/shared/property-rows";
import { When } from "@/components/time/when";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { referenceOf } from "@/lib/context/events/shared/like";
import type { ProblemGroup, ProblemItem } from "./entries";
import { outcomesOn } from "./press-outcomes";
import { problemStateOf, problemStateOfAll } from "./problem-state";
import { QuietProblem } from "./quiet-problem";
import { useTimelineActions, useTimelineState } from "./timeline-context";
import { Times } from "./times";

/** The newest card of each reference, the newest first. */
function byReference(cards: readonly ProblemItem[]): ProblemItem[] {
  const newest = new Map<string | null, ProblemItem>();
  for (const item of cards) newest.set(referenceOf(item.card.properties), item);
  return [...newest.values()].reverse();
}

/** How many problems they are, or how many times one happened. */
function countOf(cards: readonly ProblemItem[]): number {
  const references = byReference(cards).length;
  return references > 1 ? references : cards.length;
}

/** A press asks about no more problems. */
const maxChoices = 100;

const pressedOn = ({ card: { eventId, event, properties } }: ProblemItem) => (eventId ? [{ id: eventId, event, properties }] : []);

/** Like problems in one card, with what the newest of them says and how the last presses on them ended. */
function WholeCard({ group: { id, cards }, isOpen }: { group: ProblemGroup; isOpen: boolean }) {
  const t = useTranslations("chat.timeline");
  const { presses, panel, panelSeq } = useTimelineState();
  const newest = cards.at(-1);
  if (!newest) return null;
  const { event, properties, occurredAt } = newest.card;
  const problems = byReference(cards);
  const isFolded = problems.length > 1;
  const isStillOpen = (item: ProblemItem) => problemStateOf(item.card, panel, { isNewer: item.seq > panelSeq }).isOpen;
  const open = isOpen ? problems.slice(0, maxChoices).filter((item) => !isFolded || isStillOpen(item)) : [];
  const choices = open.flatMap(pressedOn);
  const [about] = choices;
  const time = <When at={occurredAt} className="text-soft text-xs/5" />;
  return (
    <div className={`rounded-lg border px-3 py-2.5 ${isOpen ? "border-problem-line bg-problem-soft" : "border-line bg-raised"}`}>
      <div className="flex flex-wrap items-start gap-x-2">
        <span className="flex h-5 items-center">
          <ProblemMark event={event} />
        </span>
        <h2 className="min-w-24 flex-1 font-semibold text-problem wrap-anywhere">{event}</h2>
        <Times count={countOf(cards)} />
        <span className="text-soft text-xs/5">{cards.length > 1 ? t.rich("last", { time: () => time }) : time}</span>
        <Why id={newest.card.eventId} />
      </div>
      {!isFolded && <PropertyRows properties={properties} />}
      {!isFolded &&
        outcomesOn(cards, presses, panel.outcomes).map((outcome) => (
          <p key={outcome.callId} className="mt-2 flex items-start gap-1.5 text-soft text-sm">
            <OutcomeLine outcome={outcome} hasLabel />
          </p>
        ))}
      {isOpen && about && <ProblemButtons about={about} choices={choices} />}
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
        <QuietProblem name={`card ${group.id}`} event={event} count={countOf(group.cards)} occurredAt={occurredAt} closing={state.closing}>
          <WholeCard group={group} isOpen={false} />
        </QuietProblem>
      )}
    </div>
  );
});

const rows = loader(() => import("./like-rows").then(({ LikeRows }) => LikeRows));
const link = "min-h-6 rounded-sm font-medium text-accent text-sm underline-offset-2 hover:underline";

/** "Show all 7" of like problems in one card. */
function LikeList({ id, cards }: { id: string; cards: readonly ProblemItem[] }) {
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

// Nothing that was open when the page began is solved before it is there.
const closing = loader(() => import("./close-card"));

/** The box of a card becomes lower when its problem has ended: by a movement, when that is seen. */
function useClosing(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  const { holdBelow } = useTimelineState();
  const height = useRef(0);
  useLoaded(closing, isOpen);

  useLayoutEffect(() => {
    if (isOpen && box.current) height.current = box.current.offsetHeight;
  });

  useLayoutEffect(() => {
    if (isOpen || !box.current || height.current === 0) return;
    return closing.found?.closeCard(box.current, height.current, holdBelow);
  }, [box, holdBelow, isOpen]);
}
