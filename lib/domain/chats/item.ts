import { z } from "zod";
import type { Level } from "@/lib/domain/events/shared/level";
import { clip } from "@/lib/kernel/text";
import type { Card, ChatItem, Outcome } from "./contract";

const content = {
  kind: z.enum(["message", "note", "card", "action"]),
  author: z.enum(["customer", "agent", "system"]),
  authorName: z.string().nullable(),
  text: z.string().nullable(),
  data: z.unknown(),
};
/** An item as it is stored. */
export const ItemRow = z.strictObject({ ...content, id: z.uuid(), seq: z.int(), eventId: z.uuid().nullable(), createdAt: z.date() });
export type ItemRow = z.output<typeof ItemRow>;
type Item = z.output<typeof ChatItem>;
/** The newest item of a chat, as the list of chats shows it. */
export const Newest = z.strictObject({ ...content, isMine: z.boolean() });
export type Newest = z.output<typeof Newest>;

const cardOf = (data: unknown, eventId: string | null) => {
  const snapshot = (data ?? {}) as {
    deleted?: boolean;
    event: string;
    level: Level;
    properties: Record<string, string>;
    occurredAt: string;
  };
  if (snapshot.deleted) return { deleted: true as const };
  const { event, level, properties, occurredAt } = snapshot;
  return { deleted: false as const, eventId, event, level, properties, occurredAt };
};

/** A row of the timeline as the contract describes it. */
export function itemOf({ id, seq, kind, author, authorName, text, data, eventId, createdAt }: ItemRow): Item {
  const common = { id, seq, createdAt };
  switch (kind) {
    case "message":
      return { ...common, kind, author: author === "customer" ? "customer" : "agent", authorName, text: text ?? "" };
    case "note":
      return { ...common, kind, authorName: authorName ?? "", text: text ?? "" };
    case "card":
      return { ...common, kind, card: cardOf(data, eventId) };
    case "action":
      return { ...common, kind, authorName: authorName ?? "", outcome: data as Outcome };
  }
}

/** One line for the chat list. */
export function previewOf({ kind, author, authorName, isMine, text, data }: Newest) {
  const line = {
    message: () => text ?? "",
    note: () => text ?? "",
    card: () => cardLine(data as Card),
    action: () => outcomeLine(data as Outcome),
  }[kind]();
  return { kind, author, authorName, isMine, text: clip(line.replace(/\s+/gu, " "), 120) };
}

const cardLine = (card: Card): string => (card.deleted ? "Event deleted" : card.event);
const outcomes = { working: "working", delivered: "done", refused: "failed", failed: "failed", unknown: "result unknown" } as const;
const outcomeLine = ({ label, state }: Outcome): string => `${label} · ${outcomes[state]}`;
