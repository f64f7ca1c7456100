import { test } from "@playwright/test";
import fc from "fast-check";
import { readNotification } from "@/lib/browser/change-notification";
import { expect } from "../../support/expect";

const nothing = { chats: [], reset: [], items: [], contacts: [], people: [], calls: [], tags: [], presence: [], added: [] };
const read = (sent: unknown) => readNotification(JSON.stringify(sent));

test("a notification names what changed, and says nothing about the rest", () => {
  expect(read({})).toEqual(nothing);
  const presence = [{ chatId: "c", accountId: "a", name: "Ada", state: "replying" }];
  const sent = {
    chats: [{ id: "c", seq: 7 }],
    reset: ["c"],
    items: [{ chatId: "c", ids: ["i"] }],
    contacts: ["d"],
    people: ["e"],
    calls: ["f"],
    tags: ["g"],
    presence,
    added: [{ chatId: "c", item: { id: "i", seq: 7, kind: "note", createdAt: "2026-11-22T10:00:00.000Z", text: "Hello" } }],
  };
  expect(read(sent)).toEqual(sent);
});

test("what another version sends in another shape is left out, and the rest is read", () => {
  const chats = [{ id: "c", seq: "7" }, { id: "d", seq: 7 }, "e", null];
  const presence = [{ chatId: "c", accountId: "a", name: "Ada", state: "dancing" }, { chatId: "c" }];
  const item = { id: "i", seq: 7, kind: "note", createdAt: "2026-11-22T10:00:00.000Z" };
  const added = [{ chatId: 1, item }, { chatId: "c" }, { chatId: "c", item: { ...item, seq: "7" } }, { chatId: "c", item: [item] }, item];
  expect(read({ chats, presence, added, reset: ["a", 1, null], contacts: {}, colors: ["t"] })).toEqual({
    ...nothing,
    chats: [{ id: "d", seq: 7 }],
    reset: ["a"],
  });
  fc.assert(
    fc.property(fc.jsonValue(), (sent) => {
      expect(Object.keys(read(sent))).toEqual(Object.keys(nothing));
    }),
  );
});
