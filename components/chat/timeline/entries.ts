import type { Delivery, Unsent } from "@/lib/domain/chats/browser/outbox";
import type { ChatItem } from "@/lib/domain/chats/contract";
import type { Translator } from "@/lib/messages";

type Of<K extends ChatItem["kind"]> = Omit<Extract<ChatItem, { kind: K }>, "seq">;
export type Message = Of<"message"> & { delivery: Delivery };
export type Note = Of<"note"> & { delivery: Delivery };
type Row = Message | Note | Of<"card"> | Of<"action">;

/** A message knows its place in a group: what one author said in one go. */
export type Said = Message & { beginsGroup: boolean; endsGroup: boolean };
export type Entry = { kind: "day"; id: string; day: string } | Said | Note | Of<"card"> | Of<"action">;

const pauseMs = 5 * 60_000;
const saved: Delivery = { state: "saved" };

const withDelivery = (item: ChatItem): Row => (item.kind === "message" || item.kind === "note" ? { ...item, delivery: saved } : item);

/** The timeline with what is not in it yet below. The saved item takes the place of the written one: their id is the same. */
export function rowsOf(items: readonly ChatItem[], unsent: readonly Unsent[], me: string): Row[] {
  const there = new Set(items.map(({ id }) => id));
  const mine = unsent
    .filter(({ id }) => !there.has(id))
    .map(({ kind, writtenAt, ...rest }): Row => {
      const written = { ...rest, createdAt: writtenAt, authorName: me };
      return kind === "note" ? { ...written, kind } : { ...written, kind, author: "agent" };
    });
  return [...items.map(withDelivery), ...mine];
}

/** The calendar day of a time, as `2026-03-01`, where the reader is. */
export const dayOf = (time: string | number, timeZone: string): string => dayFormat(timeZone).format(new Date(time));

const formats = new Map<string, Intl.DateTimeFormat>();
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  formats.set(timeZone, known);
  return known;
}

const continues = (before: Row | undefined, row: Row): boolean =>
  before?.kind === "message" &&
  row.kind === "message" &&
  before.author === row.author &&
  before.authorName === row.authorName &&
  Date.parse(row.createdAt) - Date.parse(before.createdAt) <= pauseMs;

/** A line for each new day; groups are broken by another author, a pause of more than five minutes, and anything in between. */
export function entriesOf(rows: readonly Row[], timeZone: string): Entry[] {
  const days = rows.map(({ createdAt }) => dayOf(createdAt, timeZone));
  const isOneGo = rows.map((row, index) => days[index] === days[index - 1] && continues(rows[index - 1], row));
  return rows.flatMap((row, index): Entry[] => {
    const day = days[index] ?? "";
    const line: Entry[] = day === days[index - 1] ? [] : [{ kind: "day", id: `day before ${row.id}`, day }];
    if (row.kind !== "message") return [...line, row];
    return [...line, { ...row, beginsGroup: !isOneGo[index], endsGroup: !isOneGo[index + 1] }];
  });
}

/** "Today", "Yesterday", "Monday, 9 November", and the year when it is another one. */
export function dayName(t: Translator<"chat.days">, day: string, now: number, timeZone: string): string {
  if (day === dayOf(now, timeZone)) return t("today");
  if (day === dayOf(now - 24 * 3_600_000, timeZone)) return t("yesterday");
  const noon = Date.parse(`${day}T12:00:00Z`);
  const year = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4) ? {} : ({ year: "numeric" } as const);
  const written = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }).format(noon);
  return `${written({ weekday: "long" })}, ${written({ day: "numeric", month: "long", ...year })}`;
}
