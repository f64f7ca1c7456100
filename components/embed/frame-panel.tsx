"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Actions } from "@/components/chat/panel/actions";
import { Events } from "@/components/chat/panel/events-section";
import { Person } from "@/components/chat/panel/person";
import { Problems } from "@/components/chat/panel/problems";
import { describePerson, PressingContext } from "@/components/chat/press/pressing";
import { type PanelHost, PanelHostContext } from "@/components/chat/shared/panel-host";
import { useShownName } from "@/components/ui/use-shown-name";
import type { FrameView, FramePanel as Panel } from "@/lib/domain/helpdesks/contract";
import { FrameNotice } from "./frame-notice";
import { Outcomes } from "./outcomes";

type Props = {
  panel: Panel;
  viewer: FrameView["viewer"];
  confirmation: FrameView["confirmation"];
  host: PanelHost;
  /** Below a panel without buttons. */
  signIn: ReactNode;
};

/** The panel of the desk in a frame, problems on top. Buttons are there for agents only. */
export function FramePanel({ panel, viewer, confirmation, host, signIn }: Props) {
  const t = useTranslations("chat.context");
  const { contact, person, buttons, running, outcomes } = panel;
  const isAgent = viewer.kind === "agent";
  const name = useShownName()(person.displayName);
  const pressing = { me: isAgent ? viewer.name : "", person: describePerson(name, contact), buttons, running, outcomes };
  // Keyed by person, so that fetched pages and open dialogs are dropped when the person changes.
  const subjectId = contact?.id ?? person.id;
  return (
    <PanelHostContext value={host}>
      <PressingContext value={pressing}>
        <section key={subjectId} aria-label={t("title")} className="flex flex-col pb-6">
          <FrameNotice confirmation={confirmation} />
          <Problems
            subjectId={subjectId ?? ""}
            problems={panel.problems}
            count={panel.problemsCount}
            solved={panel.solved}
            hasOlder={panel.hasOlderProblems}
          />
          {isAgent ? (
            <>
              <Actions isAdmin={viewer.isAdmin} hiddenButtons={panel.hiddenButtons} />
              <Outcomes notes={panel.notes} />
            </>
          ) : (
            <div className="flex-none border-line border-b p-4">{signIn}</div>
          )}
          <Person panel={{ ...panel, suggestion: null }} />
          <Events newest={panel.events} next={panel.nextEvents} />
        </section>
      </PressingContext>
    </PanelHostContext>
  );
}
