import type { PanelEvent } from "@/lib/desk/panel/contract";

const newestFirst = (a: PanelEvent, b: PanelEvent) =>
  b.occurredAt.localeCompare(a.occurredAt) || b.receivedAt.localeCompare(a.receivedAt) || b.id.localeCompare(a.id);

/**
 * Merges the newest events with older pages fetched before: each event once, newest first.
 * Without an overlap there may be a gap between the two, so the older events are dropped.
 */
export function joinEvents(newest: readonly PanelEvent[], older: readonly PanelEvent[]): PanelEvent[] {
  const ids = new Set(newest.map(({ id }) => id));
  if (!older.some(({ id }) => ids.has(id))) return [...newest];
  return [...newest, ...older.filter(({ id }) => !ids.has(id))].sort(newestFirst);
}
