import { dayBefore } from "@/components/time/when-text";
import type { Delivery } from "@/lib/chats/browser/store/outbox";
import type { Card, ChatItem } from "@/lib/chats/contract";
import { dayKey, formatTime, type Reader } from "@/lib/kernel/dates";
import type { Translator } from "@/lib/messages";

type Of<K extends ChatItem["kind"]> = Omit<Extract<ChatItem, { kind: K }>, "seq">;
export type Message = Of<"message"> & { delivery: Delivery };
export type Note = Of<"note"> & { delivery: Delivery };
export type CardItem = Extract<ChatItem, { kind: "card" }>;
export type ActionItem = Extract<ChatItem, { kind: "action" }>;
export type Row = Message | Note | CardItem | ActionItem | Of<"change">;

type EventOfCard = Extract<Card, { event: string }>;
/** A card of a single problem. */
export type ProblemItem = CardItem & { card: EventOfCard };

export const isProblem = (row: Row): row is ProblemItem =>
  row.kind === "card" && !row.card.deleted && "event" in row.card && row.card.level === "problem";

/** A card of an info event, or of a deleted one: nothing that an agent has to look at. */
export const isInfo = (row: Row): row is CardItem => row.kind === "card" && !isProblem(row) && !("digest" in row.card);

/** The day that an entry begins, as `2026-03-01`; null unless it is the first of that day. */
type Dated = { day: string | null };
/** A message with its position in a group: consecutive messages of one author. */
export type GroupedMessage = Message & { beginsGroup: boolean; endsGroup: boolean };
/** Two or more info cards in a row, folded into one line. */
export type EventRun = { kind: "events"; id: string; cards: readonly CardItem[] };
/** Like problems, one or more, in the order in which they happened. */
export type ProblemGroup = { kind: "problems"; id: string; cards: readonly ProblemItem[] };
export type Entry = Dated & (GroupedMessage | Note | CardItem | ActionItem | Of<"change"> | EventRun | ProblemGroup);

/** Whether a message can be replied to: it is saved and still there. */
export const canAnswer = ({ delivery, content }: Message): boolean => delivery.state === "saved" && !content?.isDeleted;

/** The time that an event card is about; that of its item for a deleted one. */
export const cardTime = ({ card, createdAt }: CardItem): string => (!card.deleted && "event" in card ? card.occurredAt : createdAt);

/** The calendar day of a time in `timeZone`, as `2026-03-01`. */
export const dayOf = (time: string | number, timeZone: string): string => dayKey(new Date(time), timeZone);

/** "Today", "Yesterday", "Monday 9 November", with the year when it is not the current one. */
export function dayName(t: Translator<"chat.days">, day: string, now: number, reader: Reader): string {
  const today = dayOf(now, reader.timeZone);
  if (day === today) return t("today");
  if (day === dayBefore(today)) return t("yesterday");
  const noon = Date.parse(`${day}T12:00:00Z`);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return formatTime(isThisYear ? "weekday" : "weekdayAndYear", noon, { ...reader, timeZone: "UTC" });
}
