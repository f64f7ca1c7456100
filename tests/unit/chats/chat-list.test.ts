import { test } from "@playwright/test";
import fc from "fast-check";
import type { ChatPage } from "@/lib/chats/browser/queries";
import { type ChatList, compare, listOf, neighbour, patched, withHead, withMore } from "@/lib/chats/browser/store/chat-list";
import type { ChatSummary } from "@/lib/chats/contract";
import { chatOf, counts } from "../../support/chat-summaries";
import { expect } from "../../support/expect";

/** A server with chats, of which some belong to the view; it reads as the database does. */
function server(chats: ChatSummary[], pageSize: number) {
  const inView = () => chats.filter(({ status }) => status === "open").sort(compare);
  const pageOf = (rows: ChatSummary[]): ChatPage => {
    const items = rows.slice(0, pageSize);
    const last = items.at(-1);
    return { items, counts, next: rows.length > pageSize && last ? `${last.lastItemAt}_${last.id}` : null };
  };
  return {
    set: (next: ChatSummary) => {
      chats = [...chats.filter(({ id }) => id !== next.id), next];
    },
    page(cursor?: string) {
      const [lastItemAt = "", id = ""] = cursor?.split("_") ?? [];
      return pageOf(inView().filter((chat) => !cursor || compare({ lastItemAt, id }, chat) < 0));
    },
    byIds: (ids: string[]) => ({ items: inView().filter(({ id }) => ids.includes(id)), counts }),
    /** What a read of the whole loaded part would give. */
    upTo: ({ end }: ChatList) => inView().filter((chat) => end === null || compare(chat, end) <= 0),
  };
}

const chat = fc.record({ number: fc.integer({ min: 1, max: 40 }), minute: fc.integer({ min: 0, max: 30 }), isOpen: fc.boolean() });
const toChat = ({ number, minute, isOpen }: { number: number; minute: number; isOpen: boolean }) =>
  chatOf(number, { minute, status: isOpen ? "open" : "closed" });
const chats = fc.uniqueArray(chat, { maxLength: 40, selector: ({ number }) => number });

function load(from: ReturnType<typeof server>, pages: number): ChatList {
  let list = listOf(from.page());
  for (let count = 1; count < pages && list.next; count += 1) list = withMore(list, from.page(list.next));
  return list;
}

test("chats that changed are patched as a read of the loaded part would give them", () => {
  fc.assert(
    fc.property(chats, fc.array(chat, { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), (stored, changes, pages) => {
      const from = server(stored.map(toChat), 5);
      const list = load(from, pages);
      for (const change of changes) from.set(toChat(change));
      const ids = changes.map((change) => toChat(change).id);
      expect(patched(list, from.byIds(ids), ids).items).toEqual(from.upTo(list));
    }),
  );
});

test("pages after a patch leave nothing out and nothing twice", () => {
  fc.assert(
    fc.property(chats, fc.array(chat, { maxLength: 20 }), (stored, changes) => {
      const from = server(stored.map(toChat), 5);
      let list = load(from, 2);
      for (const change of changes) {
        from.set(toChat(change));
        const ids = [toChat(change).id];
        list = patched(list, from.byIds(ids), ids);
        if (list.next) list = withMore(list, from.page(list.next));
      }
      while (list.next) list = withMore(list, from.page(list.next));
      expect(list.items).toEqual(from.upTo({ ...list, end: null }));
    }),
  );
});

test("the first page read again decides about its part, and the rest stays", () => {
  fc.assert(
    fc.property(chats, chat, fc.integer({ min: 1, max: 5 }), (stored, change, pages) => {
      const from = server(stored.map(toChat), 5);
      const list = load(from, pages);
      from.set(toChat(change));
      const page = from.page();
      const merged = withHead(list, page);
      expect(merged.items.slice(0, page.items.length)).toEqual(page.items);
      expect([...merged.items].sort(compare)).toEqual(merged.items);
      const changed = toChat(change).id;
      const others = (items: ChatSummary[]) => items.filter(({ id }) => id !== changed);
      expect(others(merged.items)).toEqual(others(from.upTo(merged)));
    }),
  );
});

test("a chat behind the loaded part is left to the next page", () => {
  const list = listOf({ items: [chatOf(1, { minute: 9 }), chatOf(2, { minute: 8 })], counts, next: "next" });
  const old = chatOf(3, { minute: 1 });
  expect(patched(list, { items: [old], counts }, [old.id]).items).toHaveLength(2);
  expect(patched({ ...list, next: null, end: null }, { items: [old], counts }, [old.id]).items).toHaveLength(3);
});

test("a step leads to the neighbour of a place, also when the chat has left the list", () => {
  const list = [chatOf(4, { minute: 9 }), chatOf(3, { minute: 7 }), chatOf(2, { minute: 5 })];
  const [first, second, third] = list;
  expect(neighbour(list, null, 1)).toBe(first);
  expect(neighbour(list, second ?? null, 1)).toBe(third);
  expect(neighbour(list, second ?? null, -1)).toBe(first);
  expect(neighbour(list, third ?? null, 1)).toBeUndefined();
  expect(neighbour(list, chatOf(9, { minute: 6 }), 1)).toBe(third);
  expect(neighbour(list, chatOf(9, { minute: 6 }), -1)).toBe(second);
});
