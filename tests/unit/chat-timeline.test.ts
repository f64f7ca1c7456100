import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { ChatItem } from "@/lib/domain/chats/contract";
import { merge, newestSeq, type Timeline, withEarlier, withLater } from "@/lib/domain/chats/shared/timeline";

const said = (seq: number, text = `item ${seq}`): ChatItem => ({
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

test("whatever arrives in whatever order, each item is there once and in its place", () => {
  fc.assert(
    fc.property(items, items, (known, fresh) => {
      const merged = seqs(merge(known, fresh));
      expect(merged).toEqual([...new Set([...seqs(known), ...seqs(fresh)])].sort((a, b) => a - b));
    }),
  );
});

test("what arrived last is what is shown", () => {
  fc.assert(
    fc.property(items, items, (known, fresh) => {
      const merged = merge(known, fresh);
      for (const item of merged)
        expect(item).toBe(fresh.findLast(({ seq }) => seq === item.seq) ?? known.findLast(({ seq }) => seq === item.seq));
    }),
  );
});

test("fetching the same again changes nothing", () => {
  fc.assert(fc.property(items, items, (known, fresh) => expect(merge(merge(known, fresh), fresh)).toEqual(merge(known, fresh))));
});

test("a card that lost its content loses it here as well", () => {
  const timeline: Timeline = { items: [said(1), said(2, "before"), said(3)], hasEarlier: false };
  const page = { items: [said(2, "after")], hasEarlier: true };
  expect(withLater(timeline, page).items.map((item) => item.kind === "message" && item.text)).toEqual(["item 1", "after", "item 3"]);
});

test("only a page of earlier items knows whether there are more of them", () => {
  const timeline: Timeline = { items: [said(51)], hasEarlier: true };
  expect(withLater(timeline, { items: [said(52)], hasEarlier: false }).hasEarlier).toBe(true);
  const earlier = withEarlier(timeline, { items: [said(1), said(50)], hasEarlier: false });
  expect(earlier.hasEarlier).toBe(false);
  expect(seqs(earlier.items)).toEqual([1, 50, 51]);
});

test("an empty chat begins before its first item", () => {
  expect(newestSeq({ items: [], hasEarlier: false })).toBe(0);
});
