import { OutcomeNote } from "@/components/chat/press/outcome-note";
import { DayLine } from "./day-line";
import type { Entry } from "./entries";
import { EventCard } from "./event-card";
import { Message } from "./message";
import { NoteCard } from "./note-card";

type Props = { entry: Entry; displayName: string; onRetry: (id: string) => void; onDiscard: (id: string) => void };

export function TimelineEntry({ entry, displayName, onRetry, onDiscard }: Props) {
  switch (entry.kind) {
    case "day":
      return <DayLine day={entry.day} />;
    case "message":
      return <Message message={entry} displayName={displayName} onRetry={onRetry} onDiscard={onDiscard} />;
    case "note":
      return <NoteCard note={entry} onRetry={onRetry} onDiscard={onDiscard} />;
    case "card":
      return <EventCard card={entry.card} at={entry.createdAt} />;
    case "action":
      return <OutcomeNote outcome={entry.outcome} authorName={entry.authorName} at={entry.createdAt} />;
  }
}
