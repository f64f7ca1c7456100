import { memo } from "react";
import { OutcomeNote } from "@/components/desk/press/outcome-note";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { isNotice } from "@/lib/chats/shared/notices";
import { ChangeLine } from "./change-line";
import { EventCard } from "./event-card";
import { EventRun } from "./event-run";
import type { Listed } from "./listed";
import { Message } from "./message";
import { NoteCard } from "./note-card";
import { ProblemCard } from "./problem-card";
import type { Rare } from "./rare-entry";

const rareEntry = loader(() => import("./rare-entry").then(({ RareEntry }) => RareEntry));

/** Rare, so no page begins with it. */
function LaterEntry({ entry }: { entry: Rare }) {
  const Entry = useLoaded(rareEntry, true);
  return Entry && <Entry entry={entry} />;
}

/** Drawn anew only when it is another entry: most changes of the list only move it. */
export const TimelineEntry = memo(function TimelineEntry({ entry, isLast }: { entry: Listed; isLast: boolean }) {
  switch (entry.kind) {
    case "message":
      return <Message message={entry} isLast={isLast} />;
    case "note":
      return <NoteCard note={entry} />;
    case "events":
      return <EventRun run={entry} />;
    case "problems":
      return <ProblemCard group={entry} />;
    case "card":
      return <EventCard card={entry.card} at={entry.createdAt} />;
    case "action":
      return <OutcomeNote outcome={entry.outcome} authorName={entry.authorName} at={entry.createdAt} />;
    case "change":
      return isNotice(entry.change) ? (
        <LaterEntry entry={entry} />
      ) : (
        <ChangeLine change={entry.change} authorName={entry.authorName} at={entry.createdAt} />
      );
    case "elsewhere":
    case "working":
      return <LaterEntry entry={entry} />;
  }
});
