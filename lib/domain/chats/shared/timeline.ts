import type { ChatItem } from "@/lib/domain/chats/contract";

/** The part of a chat's timeline that is loaded, oldest first, without holes. */
export type Timeline = { items: ChatItem[]; hasEarlier: boolean };

type Page = { items: ChatItem[]; hasEarlier: boolean };

/** Each item once, in order of its place. The fresh one wins: an earlier item may have lost its content. */
export function merge<T extends { seq: number }>(known: readonly T[], fresh: readonly T[]): T[] {
  const bySeq = new Map([...known, ...fresh].map((item) => [item.seq, item]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export const firstSeq = ({ items }: Timeline): number => items[0]?.seq ?? 1;
export const newestSeq = ({ items }: Timeline): number => items.at(-1)?.seq ?? 0;

/** What came after, or again, as far as it was loaded. */
export const withLater = (timeline: Timeline, page: Page): Timeline => ({ ...timeline, items: merge(timeline.items, page.items) });

/** What came before: this page knows whether there is more. */
export const withEarlier = (timeline: Timeline, page: Page): Timeline => ({
  items: merge(page.items, timeline.items),
  hasEarlier: page.hasEarlier,
});
