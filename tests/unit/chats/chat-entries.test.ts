import { test } from "@playwright/test";
import { canAnswer, dayName, dayOf, type Entry, type Message } from "@/components/desk/timeline/entries";
import { entriesOf } from "@/components/desk/timeline/entry-list";
import type { Unsent } from "@/lib/chats/browser/store/outbox";
import type { ChatItem } from "@/lib/chats/contract";
import { readerOf } from "@/lib/kernel/dates";
import { expect } from "../../support/expect";
import { translations } from "../../support/translations";

const start = Date.parse("2026-03-01T10:00:00Z");
const idOf = (seq: number) => `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`;
const message = (author: "customer" | "agent", minute: number, authorName: string | null = author): ChatItem => ({
  id: idOf(minute),
  seq: minute + 1,
  createdAt: new Date(start + minute * 60_000).toISOString(),
  kind: "message",
  author,
  authorName,
  text: "…",
});
const note = (minute: number): ChatItem => ({ ...message("agent", minute), kind: "note", authorName: "Mia", text: "…" });
const unsent = (id: string, kind: Unsent["kind"] = "message"): Unsent => ({
  id,
  kind,
  text: "…",
  writtenAt: new Date(start + 60 * 60_000).toISOString(),
  delivery: { state: "sending" },
});
const entries = (items: ChatItem[], pending: Unsent[] = []): Entry[] => entriesOf(items, pending, "Mia", "UTC");
/** The sizes of the groups, and what is between them. */
const shape = (items: ChatItem[], timeZone = "UTC") => {
  const sizes: (number | string)[] = [];
  for (const entry of entriesOf(items, [], "Mia", timeZone)) {
    if (entry.day !== null) sizes.push("day");
    if (entry.kind !== "message" || entry.beginsGroup) sizes.push(entry.kind === "message" ? 1 : entry.kind);
    else sizes[sizes.length - 1] = Number(sizes.at(-1)) + 1;
  }
  return sizes;
};

test("messages of one author within five minutes are one group", () => {
  expect(shape([message("customer", 0), message("customer", 5), message("customer", 10)])).toEqual(["day", 3]);
});

test("the last message of a group ends it, and only that one", () => {
  const found = entries([message("customer", 0), message("customer", 1), message("agent", 2), message("customer", 9)]);
  expect(found.flatMap((entry) => (entry.kind === "message" ? [entry.endsGroup] : []))).toEqual([false, true, true, true]);
});

test("a pause of more than five minutes, another author or a note starts a new group", () => {
  expect(shape([message("customer", 0), message("customer", 6)])).toEqual(["day", 1, 1]);
  expect(shape([message("customer", 0), message("agent", 1), message("agent", 2, "Tom")])).toEqual(["day", 1, 1, 1]);
  expect(shape([message("customer", 0), note(1), message("customer", 2)])).toEqual(["day", 1, "note", 1]);
});

test("days follow the reader's time zone, and a new day starts a new group", () => {
  const aroundMidnight = [message("customer", 13 * 60 + 58), message("customer", 14 * 60 + 1)];
  expect(shape(aroundMidnight)).toEqual(["day", 1, "day", 1]);
  expect(shape(aroundMidnight, "Asia/Vladivostok")).toEqual(["day", 2]);
});

test("an item whose clock was behind does not bring back the day before", () => {
  const late = { ...message("customer", 20 * 60), id: idOf(9_999), seq: 9_999, createdAt: new Date(start).toISOString() };
  expect(shape([message("customer", 0), message("customer", 20 * 60), late])).toEqual(["day", 1, "day", 2]);
});

test("shows an unsent message below the timeline, and once when the timeline has it", () => {
  const written = unsent(idOf(60));
  expect(entries([message("customer", 0)], [written]).map(({ id }) => id)).toEqual([idOf(0), idOf(60)]);
  const found = entries([message("customer", 0), message("agent", 60)], [written]);
  expect(found.map(({ id }) => id)).toEqual([idOf(0), idOf(60)]);
  expect(found[1]).toMatchObject({ delivery: { state: "saved" } });
});

test("shows an unsent note as a note", () => {
  const [row] = entries([], [unsent(idOf(1), "note")]);
  expect(row).toMatchObject({ kind: "note", authorName: "Mia", delivery: { state: "sending" } });
});

test("names a day Today, Yesterday or by its date", () => {
  const t = translations("chat.days");
  const now = Date.parse("2026-03-02T09:00:00Z");
  expect(dayName(t, dayOf(now, "UTC"), now, readerOf("en", "UTC"))).toBe("Today");
  expect(dayName(t, "2026-03-01", now, readerOf("en", "UTC"))).toBe("Yesterday");
  expect(dayName(t, "2026-02-20", now, readerOf("en", "UTC"))).toBe("Friday 20 February");
  expect(dayName(t, "2025-11-09", now, readerOf("en", "UTC"))).toBe("Sunday, 9 November 2025");
});

test("an unsent message shows its files and its quote, and can be replied to only once it is saved", () => {
  const attachments = [{ id: idOf(9), name: "photo.png", type: "image/png", bytes: 70 }];
  const replyTo = { id: idOf(1), text: "Hello" };
  const [saved, pending, plain] = entries([message("customer", 0)], [{ ...unsent("a"), attachments, replyTo }, unsent("b")]);
  expect(pending).toMatchObject({ content: { attachments, replyTo } });
  expect(plain).not.toHaveProperty("content");
  const isAnswerable = [saved, pending].map((row) => row?.kind === "message" && canAnswer(row));
  expect(isAnswerable).toEqual([true, false]);
  expect(canAnswer({ ...(saved as Message), content: { isDeleted: true } })).toBe(false);
});
