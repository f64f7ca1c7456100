import type { Delivery, Unsent } from "@/lib/domain/chats/browser/outbox";
import type { ChatItem } from "@/lib/domain/chats/contract";
import { dayKey, formatTime } from "@/lib/kernel/dates";
import type { Translator } from "@/lib/messages";

type Of<K extends ChatItem["kind"]> = Omit<Extract<ChatItem, { kind: K }>, "seq">;
export type Message = Of<"message"> & { delivery: Delivery };
export type Note = Of<"note"> & { delivery: Delivery };
type Row = Message | Note | Of<"card"> | Of<"action">;

/** A message with its position in a group: consecutive messages of one author. */
export type GroupedMessage = Message & { beginsGroup: boolean; endsGroup: boolean };
export type Entry = { kind: "day"; id: string; day: string } | GroupedMessage | Note | Of<"card"> | Of<"action">;

/** Whether a message can be replied to: it is saved and still there. */
export const canAnswer = ({ delivery, content }: Message): boolean => delivery.state === "saved" && !content?.isDeleted;

const pauseMs = 5 * 60_000;
const saved: Delivery = { state: "saved" };

const withDelivery = (item: ChatItem): Row => (item.kind === "message" || item.kind === "note" ? { ...item, delivery: saved } : item);

/** The timeline with unsent items below. A saved item replaces its unsent one: they have the same id. */
export function rowsOf(items: readonly ChatItem[], unsent: readonly Unsent[], me: string): Row[] {
  const savedIds = new Set(items.map(({ id }) => id));
  const pending = unsent
    .filter(({ id }) => !savedIds.has(id))
    .map(({ kind, writtenAt, attachments, replyTo, ...rest }): Row => {
      const item = { ...rest, createdAt: writtenAt, authorName: me };
      if (kind === "note") return { ...item, kind };
      return { ...item, kind, author: "agent", ...((attachments || replyTo) && { content: { attachments, replyTo } }) };
    });
  return [...items.map(withDelivery), ...pending];
}

/** The calendar day of a time in `timeZone`, as `2026-03-01`. */
export const dayOf = (time: string | number, timeZone: string): string => dayKey(new Date(time), timeZone);

const continues = (previous: Row | undefined, row: Row): boolean =>
  previous?.kind === "message" &&
  row.kind === "message" &&
  previous.author === row.author &&
  previous.authorName === row.authorName &&
  Date.parse(row.createdAt) - Date.parse(previous.createdAt) <= pauseMs;

/** A line for each new day; another author, a pause of more than five minutes or any other item ends a group. */
export function entriesOf(rows: readonly Row[], timeZone: string): Entry[] {
  const days = rows.map(({ createdAt }) => dayOf(createdAt, timeZone));
  const continuesGroup = rows.map((row, index) => days[index] === days[index - 1] && continues(rows[index - 1], row));
  return rows.flatMap((row, index): Entry[] => {
    const day = days[index] ?? "";
    const line: Entry[] = day === days[index - 1] ? [] : [{ kind: "day", id: `day before ${row.id}`, day }];
    if (row.kind !== "message") return [...line, row];
    return [...line, { ...row, beginsGroup: !continuesGroup[index], endsGroup: !continuesGroup[index + 1] }];
  });
}

/** "Today", "Yesterday", "Monday, 9 November", with the year when it is not the current one. */
export function dayName(t: Translator<"chat.days">, day: string, now: number, timeZone: string): string {
  if (day === dayOf(now, timeZone)) return t("today");
  if (day === dayOf(now - 24 * 3_600_000, timeZone)) return t("yesterday");
  const noon = Date.parse(`${day}T12:00:00Z`);
  const isThisYear = day.slice(0, 4) === dayOf(now, timeZone).slice(0, 4);
  return `${formatTime("weekday", noon, "UTC")}, ${formatTime(isThisYear ? "longDay" : "longDate", noon, "UTC")}`;
}
