import { test } from "@playwright/test";
import { ChatItem } from "@/lib/chats/contract";
import { ItemRow, itemOf } from "@/lib/chats/item";
import { newId } from "@/lib/kernel/ids";
import { expect } from "../../support/expect";

const row = (fields: Partial<ItemRow>) =>
  ItemRow.parse({
    id: newId(),
    seq: 1,
    kind: "note",
    author: "system",
    authorName: "Olga",
    text: "Closed the chat.",
    data: { change: { what: "closed" } },
    eventId: null,
    createdAt: new Date(),
    delivery: null,
    ...fields,
  });

test("a note of the system with a change is a change, with its text for instances that know none", () => {
  const closed = row({});
  expect(itemOf(closed)).toEqual({
    id: closed.id,
    seq: 1,
    createdAt: closed.createdAt,
    kind: "change",
    authorName: "Olga",
    change: { what: "closed" },
  });
  expect(itemOf(row({ authorName: null, data: { change: { what: "woke" } } }))).toMatchObject({ kind: "change", authorName: null });
});

test("any other note stays a note", () => {
  for (const fields of [{ data: null }, { data: {} }, { author: "agent" as const }])
    expect(itemOf(row(fields))).toMatchObject({ kind: "note", authorName: "Olga", text: "Closed the chat." });
});

test("a card that was stored without what closed it is open", () => {
  const data = { event: "Payment failed", level: "problem", properties: {}, occurredAt: "2026-03-01T10:43:00.000Z" };
  const item = itemOf(row({ kind: "card", data, eventId: newId() }));
  expect(item).toMatchObject({ kind: "card", card: { event: "Payment failed", closed: null } });
  expect(ChatItem.safeEncode(item).success).toBe(true);
});
