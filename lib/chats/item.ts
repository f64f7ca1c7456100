import { z } from "zod";
import type { Level } from "@/lib/context/events/shared/level";
import { clip } from "@/lib/kernel/text";
import { displayNameOf, type NamedPerson } from "@/lib/people/shared/display-name";
import type { Card, Change, ChatItem, Mentioned, MessageContent, Notice } from "./contract";
import { englishLine, type Line, lineOf } from "./shared/content";
import { Delivery, statusOf } from "./shared/delivery";
import { outcomeOf } from "./stored-outcome";

const content = {
  kind: z.enum(["message", "note", "card", "action"]),
  author: z.enum(["customer", "agent", "system"]),
  authorName: z.string().nullable(),
  text: z.string().nullable(),
  data: z.unknown(),
};
/** An item as it is stored. */
export const ItemRow = z.strictObject({
  ...content,
  id: z.uuid(),
  seq: z.int(),
  eventId: z.uuid().nullable(),
  createdAt: z.date(),
  delivery: Delivery.nullable(),
});
export type ItemRow = z.output<typeof ItemRow>;
type Item = z.output<typeof ChatItem>;
/** An item that is shown in one line: in the list of chats, and in notifications. */
export const Newest = z.strictObject({ ...content, kind: content.kind.exclude(["action"]), isMine: z.boolean() });
export type Newest = z.output<typeof Newest>;

type Digest = Extract<Card, { digest: unknown }>["digest"];
type Closed = Digest[number]["closed"];

const cardOf = (data: unknown, eventId: string | null) => {
  const snapshot = (data ?? {}) as {
    deleted?: boolean;
    digest?: Digest;
    event: string;
    level: Level;
    properties: Record<string, string>;
    occurredAt: string;
    closed?: Closed;
  };
  if (snapshot.deleted) return { deleted: true as const };
  if (snapshot.digest) return { deleted: false as const, digest: snapshot.digest };
  const { event, level, properties, occurredAt, closed = null } = snapshot;
  return { deleted: false as const, eventId, event, level, properties, occurredAt, closed };
};

/** What a message holds besides its text; undefined when it holds nothing that is shown. */
function contentOf(data: unknown): MessageContent | undefined {
  const { externalId: _, changedAt: __, ...shown } = (data ?? {}) as MessageContent;
  return Object.keys(shown).length > 0 ? shown : undefined;
}

function messageOf({ author, authorName, text, data, delivery }: ItemRow) {
  const content = contentOf(data);
  return {
    author: author === "customer" ? ("customer" as const) : ("agent" as const),
    authorName,
    text: text ?? "",
    ...(content && { content }),
    ...(delivery && { status: statusOf(delivery) }),
  };
}

/** A row of the timeline as the contract describes it. */
export function itemOf(row: ItemRow): Item {
  const { id, seq, kind, authorName, data, eventId, createdAt } = row;
  const common = { id, seq, createdAt };
  switch (kind) {
    case "message":
      return { ...common, kind, ...messageOf(row) };
    case "note":
      return changeOrNote(row);
    case "card":
      return { ...common, kind, card: cardOf(data, eventId) };
    case "action":
      return { ...common, kind, authorName: authorName ?? "", outcome: outcomeOf(data) };
  }
}

type StoredNote = { change?: Change; notice?: StoredNotice; mentions?: Mentioned[] };
type StoredNotice =
  | Extract<Notice, { chatId: string } | { why: string }>
  | { what: "may_be_blocked"; person?: (NamedPerson & { chatId: string | null }) | null };

/**
 * A change is stored as a note of the system, which the previous version shows by its text. A notice is stored apart from the changes,
 * because that version refuses one that it does not know.
 */
function changeOrNote({ id, seq, createdAt, author, authorName, text, data }: ItemRow): Item {
  const { change, notice, mentions } = (data ?? {}) as StoredNote;
  const shown = change ?? (notice && noticeOf(notice));
  if (author === "system" && shown) return { id, seq, createdAt, kind: "change", authorName, change: shown };
  return { id, seq, createdAt, kind: "note", authorName: authorName ?? "", text: text ?? "", ...(mentions && { mentions }) };
}

function noticeOf(notice: StoredNotice): Notice {
  if (notice.what !== "may_be_blocked") return notice;
  const { what, person } = notice;
  return { what, person: person ? { displayName: displayNameOf(person), chatId: person.chatId } : null };
}

/** One line for the chat list, and for notifications. */
export function previewOf({ kind, author, authorName, isMine, text, data }: Newest) {
  const said = {
    message: () => lineOf(text ?? "", contentOf(data)) ?? text ?? "",
    note: () => text ?? "",
    card: () => cardLine(data as Card),
  }[kind]();
  const line = typeof said === "string" ? null : said;
  const shown = typeof said === "string" ? said : englishLine(said);
  return { author, authorName, isMine, text: clip(shown.replace(/\s+/gu, " "), maxPreview), line: line && clipped(line) };
}

const maxPreview = 120;
const clipped = ({ name, ...line }: Line): Line => ({
  ...line,
  ...(name !== undefined && { name: clip(name.replace(/\s+/gu, " "), maxPreview) }),
});

function cardLine(card: Card): Line | string {
  if (card.deleted) return { what: "deletedEvent" };
  return "digest" in card ? { what: "problems", count: card.digest.length } : card.event;
}
