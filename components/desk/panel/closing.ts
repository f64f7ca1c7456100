import type { ClosedBy } from "@/lib/context/events/contract";

type Closed = { lastAt: string; closedAt: string; closedBy: ClosedBy };

/** How long after its last event a problem was solved, by the events' own times. */
export const solvedAfterMs = ({ lastAt, closedAt, closedBy }: Closed): number =>
  Math.max(0, Date.parse(closedBy.kind === "event" ? closedBy.occurredAt : closedAt) - Date.parse(lastAt));
