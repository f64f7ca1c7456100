import { test } from "@playwright/test";
import fc from "fast-check";
import { frozenOrder, shiftOf } from "@/components/desk/list/frozen-order";
import { tabIcon, titleWith, waitingFor } from "@/components/desk/list/tab-title";
import { filterOf, searchOf } from "@/components/desk/shared/filter";
import { type Channel, openFilter } from "@/lib/chats/browser/queries";
import { View } from "@/lib/chats/contract";
import { newId } from "@/lib/kernel/ids";
import { chatOf } from "../../support/chat-summaries";
import { expect } from "../../support/expect";

test("the address keeps every filter", () => {
  const views = View.options;
  const channels: (Channel | null)[] = ["whatsapp", "website", null];
  const tags = [newId(), null];
  const filters = views.flatMap((view) => channels.flatMap((channel) => tags.map((tag) => ({ view, channel, tag }))));
  for (const filter of filters) expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter);
  expect(searchOf(openFilter)).toBe("");
  expect(filterOf(new URLSearchParams("?view=nonsense&channel=fax&tag=vip"))).toEqual(openFilter);
});

test("rows keep their places while the list is still, with what is new about them", () => {
  const shown = [chatOf(5), chatOf(4), chatOf(3)];
  const moved = chatOf(3, { minute: 50, unread: 2 });
  expect(frozenOrder(shown, [chatOf(9, { minute: 59 }), moved, chatOf(5), chatOf(4), chatOf(1)])).toEqual([
    chatOf(5),
    chatOf(4),
    moved,
    chatOf(1),
  ]);
  // A chat that is gone stays until the list moves again.
  expect(frozenOrder(shown, [chatOf(5), chatOf(3)])).toEqual(shown);
  expect(frozenOrder([], [chatOf(2), chatOf(1)])).toEqual([chatOf(2), chatOf(1)]);
});

test("the list scrolls along by as many rows as came above", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 100, max: 999 }).map(String), { minLength: 12, maxLength: 30 });
  fc.assert(
    fc.property(ids, fc.uniqueArray(fc.integer({ min: 0, max: 99 }).map(String), { maxLength: 5 }), (before, added) => {
      expect(shiftOf(before, [...added, ...before], { first: 4, count: 8 })).toBe(added.length);
      expect(shiftOf([...added, ...before], before, { first: 5, count: 8 })).toBe(-added.length || 0);
    }),
  );
  // One of the visible rows moved to the top: the others moved down by one.
  const rows = ["a", "b", "c", "d", "e", "f"];
  expect(shiftOf(rows, ["e", "a", "b", "c", "d", "f"], { first: 2, count: 3 })).toBe(1);
  expect(shiftOf(rows, [], { first: 2, count: 3 })).toBe(0);
});

test("the title counts unread chats of the agent and of nobody, without the one on the screen", () => {
  const me = { id: "me", name: "Me" };
  const chats = [
    chatOf(1, { unread: 2, assignee: me }),
    chatOf(2, { unread: 1 }),
    chatOf(3, { unread: 1, assignee: { id: "tom", name: "Tom" } }),
    chatOf(4),
  ];
  expect(waitingFor(chats, 12, { accountId: "me", seen: null })).toBe(12);
  expect(waitingFor(chats, 12, { accountId: "me", seen: chatOf(2).id })).toBe(11);
  for (const seen of [chatOf(3).id, chatOf(4).id, chatOf(5).id]) expect(waitingFor(chats, 12, { accountId: "me", seen })).toBe(12);
  // A server of the previous version counts none.
  expect(waitingFor(chats, undefined, { accountId: "me", seen: chatOf(2).id })).toBe(1);
  expect(titleWith("Chats · Beside", 3)).toBe("(3) Chats · Beside");
  expect(titleWith("(3) Chats · Beside", 120)).toBe("(99+) Chats · Beside");
  expect(titleWith("(99+) Chats · Beside", 0)).toBe("Chats · Beside");
  expect(tabIcon(0, false)).toBeNull();
  const svgOf = (count: number, hasProblem: boolean) => decodeURIComponent(tabIcon(count, hasProblem) ?? "");
  expect(svgOf(3, false)).toMatch(/>3<\/text>/);
  expect(svgOf(12, true)).toMatch(/#d13438.*>9\+<\/text>/);
  expect(svgOf(0, true)).toMatch(/#d13438/);
  expect(svgOf(0, true)).not.toContain("<text");
});
