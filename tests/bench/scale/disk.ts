import type { Costs } from "./costs";
import type { Kind, Load } from "./load";

/** What the request log keeps, and the counts of calls (docs/operations.md). */
const [logDays, maxLogLines, minuteDays, minutesOfDay] = [30, 10_000, 32, 24 * 60];

function bytesOfOne(kind: Kind, { inChats, eventsKeptDays, itemsKeptDays }: Load, rows: Costs["rows"]): number {
  const calls = kind.events + kind.contactsRead + kind.contactsWritten;
  const cards = kind.events * inChats * Math.min(eventsKeptDays, itemsKeptDays);
  const messages = (kind.customerMessages + kind.agentMessages) * itemsKeptDays;
  return (
    kind.events * eventsKeptDays * rows.event +
    kind.contacts * rows.contact +
    kind.chats * rows.chat +
    (cards + messages) * rows.item +
    Math.min(maxLogLines, calls * logDays) * rows.requestLine +
    Math.min(minutesOfDay, calls) * minuteDays * rows.minute
  );
}

/** The size of the database, without files and log. */
export const bytesOf = (workspaces: number, load: Load, rows: Costs["rows"]): number =>
  load.kinds.reduce((sum, kind) => sum + kind.share * workspaces * bytesOfOne(kind, load, rows), 0);
