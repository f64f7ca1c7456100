import { OutcomeNote } from "@/components/chat/press/outcome-note";
import { DayLine } from "./day-line";
import type { Entry } from "./entries";
import { EventCard } from "./event-card";
import { Message, type MessageActions } from "./message";
import { NoteCard } from "./note-card";

type Props = MessageActions & { entry: Entry; displayName: string; isLast: boolean };

export function TimelineEntry({ entry, displayName, isLast, ...actions }: Props) {
  switch (entry.kind) {
    case "day":
      return <DayLine day={entry.day} />;
    case "message":
      return <Message message={entry} displayName={displayName} isLast={isLast} {...actions} />;
    case "note":
      return <NoteCard note={entry} onRetry={actions.onRetry} onDiscard={actions.onDiscard} />;
    case "card":
      return <EventCard card={entry.card} at={entry.createdAt} />;
    case "action":
      return <OutcomeNote outcome={entry.outcome} authorName={entry.authorName} at={entry.createdAt} />;
  }
}
