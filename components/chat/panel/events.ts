import type { PanelEvent } from "@/lib/domain/panel/contract";

const newestFirst = (a: PanelEvent, b: PanelEvent) =>
  b.occurredAt.localeCompare(a.occurredAt) || b.receivedAt.localeCompare(a.receivedAt) || b.id.localeCompare(a.id);

/**
 * The newest events and older ones that were fetched before, each once, newest first.
 * When the two no longer touch there may be others in between, so the older ones are let go.
 */
export function joinEvents(newest: readonly PanelEvent[], older: readonly PanelEvent[]): PanelEvent[] {
  const ids = new Set(newest.map(({ id }) => id));
  if (!older.some(({ id }) => ids.has(id))) return [...newest];
  return [...newest, ...older.filter(({ id }) => !ids.has(id))].sort(newestFirst);
}
