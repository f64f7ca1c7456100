import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { maxNamed, withoutNames } from "@/lib/platform/notify/again";
import { expect } from "../../support/expect";

const ids = (count: number) => Array.from({ length: count }, () => newId());
const chats = (count: number) => ids(count).map((id) => ({ id, seq: 1 }));

test("a notification names its chats, up to a number", () => {
  const what = { chats: chats(maxNamed), reset: ids(maxNamed), contacts: ids(1), people: [] };
  expect(withoutNames(what)).toBe(what);
});

test("one about more chats names none, and says whether items were only added", () => {
  const contacts = ids(1);
  expect(withoutNames({ chats: chats(maxNamed + 1), contacts })).toEqual({ contacts, people: [], again: "added" });
  expect(withoutNames({ chats: [], reset: ids(maxNamed + 1), contacts })).toEqual({ contacts, people: [], again: "changed" });
  const items = [{ chatId: newId(), ids: ids(maxNamed + 1) }];
  expect(withoutNames({ reset: [newId()], items })).toEqual({ contacts: [], people: [], again: "changed" });
});

test("one that says so itself names none, and too many people are anybody", () => {
  expect(withoutNames({ chats: chats(2), again: "added" })).toEqual({ contacts: [], people: [], again: "added" });
  expect(withoutNames({ people: ids(maxNamed + 1) })).toEqual({ contacts: [], people: [], again: "changed" });
});
