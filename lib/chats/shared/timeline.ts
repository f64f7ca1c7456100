import type { ChatItem } from "@/lib/chats/contract";

/** The part of a chat's timeline that is loaded, oldest first, without gaps; `next` is the cursor of the earlier items. */
export type Timeline = { items: ChatItem[]; next: string | null };

type Page = { items: ChatItem[]; next: string | null };

type Numbered = { seq: number };

function isAscending(items: readonly Numbered[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const { seq } of items) {
    if (seq <= last) return false;
    last = seq;
  }
  return true;
}

/** Each once and in order, the last of several. The server sends pages like this, so there is rarely anything to do. */
function inOrder<T extends Numbered>(items: readonly T[]): readonly T[] {
  if (isAscending(items)) return items;
  return [...new Map(items.map((item) => [item.seq, item])).values()].sort((a, b) => a.seq - b.seq);
}

/** An item that says the same stays the same object, so that nothing that was made of it has to be made again. */
const fresher = <T extends Numbered>(known: T, fresh: T): T => (JSON.stringify(known) === JSON.stringify(fresh) ? known : fresh);

function mergeOverlapping<T extends Numbered>(known: readonly T[], fresh: readonly T[]): T[] {
  const merged: T[] = [];
  let at = 0;
  for (const item of fresh) {
    for (let next = known[at]; next && next.seq < item.seq; next = known[at]) {
      merged.push(next);
      at += 1;
    }
    const same = known[at]?.seq === item.seq ? known[at] : undefined;
    if (same) at += 1;
    merged.push(same ? fresher(same, item) : item);
  }
  return [...merged, ...known.slice(at)];
}

/**
 * Each item once, ordered by seq. The fresh one wins: an item may have lost its content since. Later and earlier items are put at the
 * end and at the beginning; the known ones are not sorted again.
 */
export function merge<T extends Numbered>(known: readonly T[], fresh: readonly T[]): T[] {
  const [before, after] = [inOrder(known), inOrder(fresh)];
  const [first, last] = [after[0], after.at(-1)];
  if (!first || !last) return [...before];
  if (first.seq > (before.at(-1)?.seq ?? 0)) return [...before, ...after];
  if (last.seq < (before[0]?.seq ?? 0)) return [...after, ...before];
  return mergeOverlapping(before, after);
}

export const firstSeq = ({ items }: Timeline): number => items[0]?.seq ?? 1;
export const lastSeq = ({ items }: Timeline): number => items.at(-1)?.seq ?? 0;

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

/** Adds a page of later items, or of items that were fetched again. A page that changes nothing returns the same timeline. */
export function withLater(timeline: Timeline, page: Page): Timeline {
  if (page.items.length === 0) return timeline;
  const items = merge(timeline.items, page.items);
  return isSame(items, timeline.items) ? timeline : { ...timeline, items };
}

/** A page of later items that was read from `after` on: what was known in between and is not there any more has left the chat. */
export function withRange(timeline: Timeline, page: Page & { lastSeq: number }, after: number): Timeline {
  const until = page.next ? lastSeq(page) : page.lastSeq;
  const items = timeline.items.filter((known) => known.seq <= after || known.seq > until || page.items.some(({ id }) => id === known.id));
  return withLater(items.length < timeline.items.length ? { ...timeline, items } : timeline, page);
}

/** Adds those of these items that follow the newest one without a gap. */
export function withNext(timeline: Timeline, items: readonly ChatItem[]): Timeline {
  let last = lastSeq(timeline);
  const following = inOrder(items).filter(({ seq }) => {
    const isNext = seq === last + 1;
    if (isNext) last = seq;
    return isNext;
  });
  return following.length > 0 ? { ...timeline, items: [...timeline.items, ...following] } : timeline;
}

/** Adds a page of earlier items; the page says whether there are more. */
export const withEarlier = (timeline: Timeline, page: Page): Timeline => ({
  items: merge(page.items, timeline.items),
  next: page.next,
});
