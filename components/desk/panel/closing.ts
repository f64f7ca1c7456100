import type { ClosedBy } from "@/lib/context/events/contract";
import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import type { Translator } from "@/lib/messages";

/** "12 min", "3 h", "2 d": whole units, rounded down. */
export function durationText(t: Translator<"chat.problems.duration">, durationMs: number): string {
  if (durationMs < minuteMs) return t("seconds", { seconds: Math.max(1, Math.floor(durationMs / 1000)) });
  if (durationMs < hourMs) return t("minutes", { minutes: Math.floor(durationMs / minuteMs) });
  if (durationMs < dayMs) return t("hours", { hours: Math.floor(durationMs / hourMs) });
  return t("days", { days: Math.floor(durationMs / dayMs) });
}

type Closed = { lastAt: string; closedAt: string; closedBy: ClosedBy };

/** How long after its last event a problem was solved, by the events' own times. */
export const solvedAfterMs = ({ lastAt, closedAt, closedBy }: Closed): number =>
  Math.max(0, Date.parse(closedBy.kind === "event" ? closedBy.occurredAt : closedAt) - Date.parse(lastAt));
