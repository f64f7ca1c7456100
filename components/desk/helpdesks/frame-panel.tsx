"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Actions } from "@/components/desk/panel/actions";
import { Events } from "@/components/desk/panel/events-section";
import { Person } from "@/components/desk/panel/person";
import { Problems } from "@/components/desk/panel/problems";
import { Sliding } from "@/components/desk/panel/sliding";
import { useFrozenPanel } from "@/components/desk/panel/use-frozen-panel";
import { WaitingProblems } from "@/components/desk/panel/waiting-problems";
import { OutcomeNote } from "@/components/desk/press/outcome-note";
import { describePerson, PressingContext } from "@/components/desk/press/pressing";
import { type PanelHost, PanelHostContext } from "@/components/desk/shared/panel-host";
import { slides } from "@/components/desk/shared/slides";
import { Alert } from "@/components/ui/alert";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Confirmation, FrameView, FramePanel as Panel } from "@/lib/desk/helpdesks/contract";

type Props = {
  panel: Panel;
  viewer: FrameView["viewer"];
  confirmation: FrameView["confirmation"];
  host: PanelHost;
  /** Below a panel without buttons. */
  signIn: ReactNode;
};

/** The panel of the desk in a frame, problems on top. Buttons are there for agents only. */
export function FramePanel({ panel: fresh, viewer, confirmation, host, signIn }: Props) {
  const t = useTranslations("chat.context");
  const { contact, person, buttons, running, outcomes } = fresh;
  const top = useRef<HTMLElement>(null);
  const isAgent = viewer.kind === "agent";
  const name = useShownName()(person.displayName);
  const pressing = { me: isAgent ? viewer.name : "", person: describePerson(name, contact), buttons, running, outcomes };
  // Keyed by person, so that fetched pages and open dialogs are dropped when the person changes.
  const subjectId = contact?.id ?? person.id ?? "";
  const { panel, waiting, ended, showAll, handlers } = useFrozenPanel(subjectId, fresh);
  function showWaiting() {
    showAll();
    // The button goes away.
    top.current?.focus({ preventScroll: true });
  }

  return (
    <PanelHostContext value={host}>
      <PressingContext value={pressing}>
        <section ref={top} key={subjectId} {...handlers} aria-label={t("title")} tabIndex={-1} className="flex flex-col pb-6 outline-none">
          <FrameNotice confirmation={confirmation} />
          <WaitingProblems count={waiting} onShow={showWaiting} />
          <Sliding root={top} subjectId={subjectId}>
            <Problems
              subjectId={subjectId}
              problems={panel.problems}
              count={panel.problemsCount}
              ended={ended}
              solved={panel.solved}
              hasOlder={panel.hasOlderProblems}
            />
            {isAgent ? (
              <>
                <Actions isAdmin={viewer.isAdmin} hiddenButtons={panel.hiddenButtons} />
                <Outcomes notes={panel.notes} />
              </>
            ) : (
              <div {...slides} className="flex-none border-line border-b p-4">
                {signIn}
              </div>
            )}
            <Person panel={panel} />
            <Events newest={panel.events} next={panel.nextEvents} />
          </Sliding>
        </section>
      </PressingContext>
    </PanelHostContext>
  );
}

/** How far Chatwoot confirmed whose panel this is. */
function FrameNotice({ confirmation }: { confirmation: Confirmation | null }) {
  const t = useTranslations("embed.confirmation");
  if (confirmation === null || confirmation === "confirmed") return null;
  if (confirmation === "unchecked") return <p className="px-4 pt-3 text-soft text-xs">{t(confirmation)}</p>;
  return (
    <Alert tone="warning" className="m-4 mb-0 text-sm">
      {t(confirmation)}
    </Alert>
  );
}

/** The newest outcomes of presses: a frame has no conversation that would show them. */
function Outcomes({ notes }: { notes: Panel["notes"] }) {
  const t = useTranslations("chat.outcome");
  return (
    // The live region is always mounted, so that screen readers announce its content.
    <section role="status" aria-label={t("title")} className="flex-none px-4 empty:hidden">
      {notes.length > 0 && (
        <ul className="flex flex-col">
          {notes.map(({ id, outcome, authorName, createdAt }) => (
            <li key={id}>
              <OutcomeNote outcome={outcome} authorName={authorName} at={createdAt} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
