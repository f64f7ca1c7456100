import type { ChatItem } from "@/lib/domain/chats/contract";

/** The part of a chat's timeline that is loaded, oldest first, without gaps; `next` is the cursor of the earlier items. */
export type Timeline = { items: ChatItem[]; next: string | null };

type Page = { items: ChatItem[]; next: string | null };

/** Each item once, ordered by seq. The fresh one wins: an item may have lost its content since. */
export function merge<T extends { seq: number }>(known: readonly T[], fresh: readonly T[]): T[] {
  const bySeq = new Map([...known, ...fresh].map((item) => [item.seq, item]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export const firstSeq = ({ items }: Timeline): number => items[0]?.seq ?? 1;
export const lastSeq = ({ items }: Timeline): number => items.at(-1)?.seq ?? 0;

/** Adds a page of later items, or of items that were fetched again. */
export const withLater = (timeline: Timeline, page: Page): Timeline => ({ ...timeline, items: merge(timeline.items, page.items) });

/** Adds a page of earlier items; the page says whether there are more. */
export const withEarlier = (timeline: Timeline, page: Page): Timeline => ({
  items: merge(page.items, timeline.items),
  next: page.next,
});
