import { test } from "@playwright/test";
import type { ChatPage, Filter, Part } from "@/lib/chats/browser/queries";
import { type ChatList, listOf } from "@/lib/chats/browser/store/chat-list";
import { listUpdates } from "@/lib/chats/browser/store/list-updates";
import { openedChats } from "@/lib/chats/browser/store/opened-chats";
import { chatOf, counts } from "../../support/chat-summaries";
import { expect } from "../../support/expect";

const open: Filter = { view: "open", channel: null, tag: null };
const pageSize = 3;

/** A server with chats 1 to `total`, of which the first pages are loaded. */
function setUp({ total, pages }: { total: number; pages: number }) {
  const chats = Array.from({ length: total }, (_, index) => chatOf(total - index));
  const server = { chats, parts: [] as Part[], isAway: false };
  const pageAt = (start: number): ChatPage => ({
    items: server.chats.slice(start, start + pageSize),
    counts,
    next: start + pageSize < server.chats.length ? String(start + pageSize) : null,
  });
  let list: ChatList = listOf(pageAt(0));
  const live = listUpdates({
    shown: () => [open],
    load: () => list,
    save: (_, next) => {
      list = next;
    },
    read: async (_, part) => {
      server.parts.push(part);
      if (server.isAway) throw new Error("away");
      const { ids } = part;
      if (ids !== undefined) return { items: server.chats.filter(({ id }) => ids.split(",").includes(id)), counts, next: null };
      return pageAt(Number(part.cursor ?? 0));
    },
  });
  const ready = (async () => {
    for (let count = 1; count < pages; count += 1) await live.more(open);
    server.parts = [];
  })();
  return { server, live, ready, items: () => list.items.length, first: () => list.items[0]?.displayName };
}

test("a changed chat costs one request, whatever number of pages is loaded", async () => {
  const { server, live, ready, items, first } = setUp({ total: 40, pages: 10 });
  await ready;
  const moved = chatOf(5, { minute: 59, displayName: "Moved" });
  server.chats = [moved, ...server.chats.filter(({ id }) => id !== moved.id)];
  live.changed([moved.id]);
  await expect.poll(first).toBe("Moved");
  expect(server.parts).toEqual([{ ids: moved.id }]);
  expect(items()).toBe(31);
});

test("chats that change together are asked for together, and those of a request's duration after it", async () => {
  const { server, live, ready } = setUp({ total: 40, pages: 10 });
  await ready;
  const idsOf = (...numbers: number[]) => ({ ids: numbers.map((number) => chatOf(number).id).join(",") });
  for (const number of [1, 2]) live.changed([chatOf(number).id]);
  await expect.poll(() => server.parts).toEqual([idsOf(1, 2)]);
  for (const number of [3, 4, 3]) live.changed([chatOf(number).id]);
  await expect.poll(() => server.parts).toEqual([idsOf(1, 2), idsOf(3, 4)]);
});

test("after a gap two pages are read, and the rest is dropped", async () => {
  const { server, live, ready, items } = setUp({ total: 40, pages: 10 });
  await ready;
  live.restart();
  await expect.poll(items).toBe(2 * pageSize);
  expect(server.parts).toEqual([{}, { cursor: "3" }]);
});

test("more changes than one request may ask for count as a gap", async () => {
  const { server, live, ready, items } = setUp({ total: 80, pages: 10 });
  await ready;
  live.changed(Array.from({ length: 51 }, (_, index) => chatOf(index + 1).id));
  await expect.poll(items).toBe(2 * pageSize);
  expect(server.parts).toHaveLength(2);
});

test("a refresh reads one page", async () => {
  const { server, live, ready, items } = setUp({ total: 40, pages: 10 });
  await ready;
  live.refresh();
  await expect.poll(() => server.parts).toEqual([{}]);
  expect(items()).toBe(30);
});

test("a change that could not be read is asked for with the next one", async () => {
  const { server, live, ready } = setUp({ total: 10, pages: 2 });
  await ready;
  server.isAway = true;
  live.changed([chatOf(1).id]);
  await expect.poll(() => server.parts.length).toBe(1);
  server.isAway = false;
  live.changed([chatOf(2).id]);
  await expect.poll(() => server.parts.at(-1)).toEqual({ ids: `${chatOf(1).id},${chatOf(2).id}` });
});

test("keeps the twenty chats that were opened last", () => {
  const dropped: string[] = [];
  const opened = openedChats((chatId) => dropped.push(chatId));
  for (let number = 1; number <= 20; number += 1) expect(opened.open(String(number))).toBe("whole");
  expect(opened.open("1")).toBe("nothing");
  expect(opened.open("21")).toBe("whole");
  expect(dropped).toEqual(["2"]);
  expect(opened.open("1")).toBe("nothing");
  expect(opened.open("2")).toBe("whole");
});

test("reads a chat as a whole when an earlier item changed after it was left", () => {
  const opened = openedChats(() => undefined);
  for (const chatId of ["1", "2"]) opened.open(chatId);
  opened.markStale(["1", "never opened"]);
  expect(opened.open("1")).toBe("whole");
  expect(opened.open("1")).toBe("nothing");
  opened.markStale();
  expect(opened.open("2")).toBe("whole");
});

test("reads the items of a chat that changed after it was left, once", () => {
  const opened = openedChats(() => undefined);
  for (const chatId of ["1", "2"]) opened.open(chatId);
  opened.markChanged("1", ["a", "b"]);
  opened.markChanged("1", ["b", "c"]);
  opened.markChanged("never opened", ["a"]);
  expect(opened.open("1")).toEqual(new Set(["a", "b", "c"]));
  expect(opened.open("1")).toBe("nothing");
  expect(opened.open("never opened")).toBe("whole");
});
