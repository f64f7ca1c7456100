import { test } from "@playwright/test";
import { otherChats, wroteElsewhere } from "@/components/desk/shared/linked-chats";
import { entriesOf } from "@/components/desk/timeline/entry-list";
import { listedOf } from "@/components/desk/timeline/listed";
import type { ChatItem } from "@/lib/chats/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { expect } from "../../support/expect";

type Linked = Panel["linkedChats"][number];

const timeOf = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
const linked = (
  id: string,
  channel: Linked["channel"],
  { status = "open", minute }: { status?: Linked["status"]; minute?: number } = {},
) => ({
  id,
  channel,
  status,
  lastItemAt: timeOf(50),
  lastWroteAt: minute === undefined ? null : timeOf(minute),
});
const idOf = (minute: number) => `00000000-0000-7000-8000-${String(minute).padStart(12, "0")}`;
const item = (minute: number, author: "customer" | "agent" = "customer"): ChatItem => ({
  id: idOf(minute),
  seq: minute,
  createdAt: timeOf(minute),
  kind: "message",
  author,
  authorName: author === "agent" ? "Tom" : null,
  text: "Hello",
});

test("one switches to the open chats, and to the latest of a channel that has no open one", () => {
  const of = (linkedChats: Linked[]) => otherChats({ chat: { channel: "whatsapp" } as Panel["chat"], linkedChats }).map(({ id }) => id);
  expect(of([])).toEqual([]);
  expect(of([linked("a", "website"), linked("b", "website", { status: "closed" })])).toEqual(["a"]);
  expect(of([linked("b", "website", { status: "closed" }), linked("c", "website", { status: "closed" })])).toEqual(["b"]);
  expect(of([linked("d", "whatsapp", { status: "closed" })])).toEqual([]);
  expect(of(["a", "b", "c", "d"].map((id) => linked(id, "website")))).toEqual(["a", "b", "c"]);
});

test("another chat counts when the customer wrote there after their last message here", () => {
  const chats = [
    linked("a", "website", { minute: 9 }),
    linked("b", "website", { minute: 5 }),
    linked("c", "whatsapp"),
    linked("d", "website", { minute: 7 }),
  ];
  expect(wroteElsewhere([item(4), item(6), item(8, "agent")], chats).map(({ chatId }) => chatId)).toEqual(["d", "a"]);
  expect(wroteElsewhere([item(9)], chats)).toEqual([]);
  expect(wroteElsewhere([], chats).map(({ chatId }) => chatId)).toEqual(["b", "d", "a"]);
});

test("its line stands where it belongs by time, before the calls that still run", () => {
  const items = [item(4), item(6, "agent"), item(10, "agent")];
  const entries = entriesOf(items, [], "Mia", "UTC");
  const elsewhere = wroteElsewhere(items, [linked("a", "website", { minute: 8 }), linked("b", "website", { minute: 30 })]);
  const call = { callId: "call", state: "working" } as Panel["running"][number];
  const ids = listedOf(entries, new Set(), { running: [call], elsewhere }).map(({ id }) => id);
  expect(ids).toEqual([idOf(4), idOf(6), "elsewhere-a", idOf(10), "elsewhere-b", "call"]);
});
