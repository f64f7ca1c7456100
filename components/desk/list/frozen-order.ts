import { compare } from "@/lib/chats/browser/store/chat-list";
import type { ChatSummary } from "@/lib/chats/contract";

/**
 * The rows that are shown, at their places, with what is new about them. Chats that came on top wait, and one that is gone stays
 * until the list moves again. A next page is added below.
 */
export function frozenOrder(shown: readonly ChatSummary[], fresh: readonly ChatSummary[]): ChatSummary[] {
  const byId = new Map(fresh.map((chat) => [chat.id, chat]));
  const known = new Set(shown.map(({ id }) => id));
  const last = [...shown].sort(compare).at(-1);
  const below = fresh.filter((chat) => !known.has(chat.id) && (!last || compare(last, chat) < 0));
  return [...shown.map((chat) => byId.get(chat.id) ?? chat), ...below];
}

/** By how many rows the visible ones moved together, so that the list can scroll along. */
export function shiftOf(before: readonly string[], after: readonly string[], { first, count }: { first: number; count: number }): number {
  const indexById = new Map(after.map((id, index) => [id, index]));
  const votes = new Map<number, number>();
  before.slice(first, first + count).forEach((id, offset) => {
    const index = indexById.get(id);
    if (index === undefined) return;
    const shift = index - (first + offset);
    votes.set(shift, (votes.get(shift) ?? 0) + 1);
  });
  const [winner] = [...votes].sort(([, a], [, b]) => b - a);
  return winner?.[0] ?? 0;
}
