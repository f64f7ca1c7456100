import { test } from "@playwright/test";
import fc from "fast-check";
import type { ChatItem } from "@/lib/chats/contract";
import { lastSeq, merge, type Timeline, withEarlier, withLater, withNext, withRange } from "@/lib/chats/shared/timeline";
import { expect } from "../../support/expect";

const message = (seq: number, text = `item ${seq}`): ChatItem => ({
  id: `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`,
  seq,
  createdAt: new Date(seq * 1000).toISOString(),
  kind: "message",
  author: "customer",
  authorName: "Ada",
  text,
});
const seqs = (items: readonly { seq: number }[]) => items.map(({ seq }) => seq);

const items = fc.array(fc.record({ seq: fc.integer({ min: 1, max: 60 }), text: fc.string() }), { maxLength: 80 });

test("merge keeps each item once and in order of seq, whatever the order of arrival", () => {
  fc.assert(
    fc.property(items, items, (known, fresh) => {
      const merged = seqs(merge(known, fresh));
      expect(merged).toEqual([...new Set([...seqs(known), ...seqs(fresh)])].sort((a, b) => a - b));
    }),
  );
});

test("the version of an item that arrived last wins", () => {
  fc.assert(
    fc.property(items, items, (known, fresh) => {
      const merged = merge(known, fresh);
      for (const item of merged)
        expect(item).toEqual(fresh.findLast(({ seq }) => seq === item.seq) ?? known.findLast(({ seq }) => seq === item.seq));
    }),
  );
});

test("merging the same items again changes nothing", () => {
  fc.assert(fc.property(items, items, (known, fresh) => expect(merge(merge(known, fresh), fresh)).toEqual(merge(known, fresh))));
});

test("an item that was fetched again and says the same stays the same object", () => {
  const timeline: Timeline = { items: [message(1), message(2), message(3)], next: null };
  expect(withLater(timeline, { items: [message(1), message(2)], next: null })).toBe(timeline);
  const changed = withLater(timeline, { items: [message(2, "after")], next: null });
  expect(changed.items[0]).toBe(timeline.items[0]);
  expect(changed.items[1]).not.toBe(timeline.items[1]);
  expect(changed.items[2]).toBe(timeline.items[2]);
});

test("only items that follow the newest one without a gap are added, each once and in order", () => {
  const known = (count: number): Timeline => ({ items: Array.from({ length: count }, (_, index) => message(index + 1)), next: null });
  expect(seqs(withNext(known(3), [message(4), message(5)]).items)).toEqual([1, 2, 3, 4, 5]);
  expect(seqs(withNext(known(3), [message(5), message(4), message(4)]).items)).toEqual([1, 2, 3, 4, 5]);
  expect(seqs(withNext(known(3), [message(4), message(6)]).items)).toEqual([1, 2, 3, 4]);
  expect(seqs(withNext(known(0), [message(1)]).items)).toEqual([1]);
  for (const items of [[], [message(5)], [message(3)], [message(1), message(2)]]) {
    const timeline = known(3);
    expect(withNext(timeline, items)).toBe(timeline);
  }
  fc.assert(
    fc.property(fc.nat(20), items, (count, arrived) => {
      const before = known(count);
      const after = seqs(
        withNext(
          before,
          arrived.map(({ seq, text }) => message(seq, text)),
        ).items,
      );
      expect(after.slice(0, count)).toEqual(seqs(before.items));
      expect(after).toEqual(Array.from({ length: after.length }, (_, index) => index + 1));
      expect(seqs(arrived)).not.toContain(after.length + 1);
    }),
  );
});

test("later and earlier items leave ten thousand known ones as they are", () => {
  let reads = 0;
  const counted = (seq: number) => ({
    get seq() {
      reads += 1;
      return seq;
    },
  });
  const known = Array.from({ length: 10_000 }, (_, index) => counted(index + 100));
  const later = merge(known, [counted(20_000)]);
  // One pass to see that they are in order, and no sorting.
  expect(reads).toBeLessThan(10_020);
  expect(later.slice(0, -1)).toEqual(known);
  reads = 0;
  expect(merge(known, [counted(1)]).at(1)).toBe(known[0]);
  expect(reads).toBeLessThan(10_020);
});

test("a refetched item replaces the loaded one", () => {
  const timeline: Timeline = { items: [message(1), message(2, "before"), message(3)], next: null };
  const page = { items: [message(2, "after")], next: "before_2" };
  expect(withLater(timeline, page).items.map((item) => item.kind === "message" && item.text)).toEqual(["item 1", "after", "item 3"]);
});

test("only a page of earlier items changes the next page", () => {
  const timeline: Timeline = { items: [message(51)], next: "before_51" };
  expect(withLater(timeline, { items: [message(52)], next: null }).next).toBe("before_51");
  const earlier = withEarlier(timeline, { items: [message(1), message(50)], next: null });
  expect(earlier.next).toBeNull();
  expect(seqs(earlier.items)).toEqual([1, 50, 51]);
});

test("the last seq of an empty timeline is 0", () => {
  expect(lastSeq({ items: [], next: null })).toBe(0);
});

test("a range that was read again loses what left the chat, and nothing before, after or still on its way", () => {
  const messages = (...numbers: number[]) => numbers.map((seq) => message(seq));
  const timeline: Timeline = { items: messages(1, 2, 3, 4, 6, 9), next: null };
  expect(seqs(withRange(timeline, { items: messages(2, 4, 7), next: null, lastSeq: 7 }, 1).items)).toEqual([1, 2, 4, 7, 9]);
  expect(seqs(withRange(timeline, { items: messages(2, 4), next: "more", lastSeq: 9 }, 1).items)).toEqual([1, 2, 4, 6, 9]);
  expect(withRange(timeline, { items: timeline.items, next: null, lastSeq: 9 }, 0)).toBe(timeline);
});
