import { test } from "@playwright/test";
import { entriesOf } from "@/components/desk/timeline/entry-list";
import { listedOf } from "@/components/desk/timeline/listed";
import { rowOfSeq } from "@/components/desk/timeline/row-of-item";
import { addressWithItem, itemIn } from "@/lib/chats/browser/item-address";
import type { ChatItem } from "@/lib/chats/contract";
import { expect } from "../../support/expect";

const item = (seq: number) => ({ id: `item-${seq}`, seq, createdAt: new Date(seq * 1_000).toISOString() });
const message = (seq: number): ChatItem => ({ ...item(seq), kind: "message", author: "customer", authorName: null, text: "Hello" });
const card = (seq: number, level: "info" | "problem"): ChatItem => ({
  ...item(seq),
  kind: "card",
  card: {
    deleted: false,
    eventId: `event-${seq}`,
    event: level === "info" ? "Page viewed" : "Payment failed",
    level,
    properties: {},
    occurredAt: new Date(seq * 1_000).toISOString(),
    closed: null,
  },
});

const items = [message(5), card(6, "info"), card(7, "info"), message(8), card(9, "problem"), message(10), card(11, "problem")];
const entries = entriesOf(items, [], "Mia", "UTC");
const listed = (...opened: string[]) => listedOf(entries, new Set(opened), { running: [] });

test("an item is at its own row, a folded event in its run until that is open, and a problem in the card of like ones", () => {
  expect(rowOfSeq(5, items, listed())).toEqual({ index: 0, id: "item-5" });
  expect(rowOfSeq(7, items, listed())).toEqual({ closed: "events item-6" });
  expect(rowOfSeq(7, items, listed("events item-6"))).toEqual({ index: 3, id: "item-7" });
  expect(rowOfSeq(8, items, listed("events item-6"))).toEqual({ index: 4, id: "item-8" });
  expect(rowOfSeq(9, items, listed())).toEqual(rowOfSeq(11, items, listed()));
  expect(rowOfSeq(9, items, listed())).toMatchObject({ index: 4 });
  expect(rowOfSeq(4, items, listed())).toBeNull();
});

test("an address has one item, beside what else it has", () => {
  const search = new URLSearchParams("view=mine&item=3");
  expect(itemIn(search)).toBe(3);
  expect(addressWithItem("/acme/chats/1", search, 4)).toBe("/acme/chats/1?view=mine&item=4");
  expect(addressWithItem("/acme/chats/1", search, null)).toBe("/acme/chats/1?view=mine");
  expect(addressWithItem("/acme/chats/1", new URLSearchParams("item=3"), null)).toBe("/acme/chats/1");
  for (const text of ["", "x", "0", "-1", "1.5", "2147483648", "NaN"]) expect(itemIn(new URLSearchParams({ item: text })), text).toBeNull();
});
