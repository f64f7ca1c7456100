import { clip } from "@/lib/kernel/text";
import type { MessageContent } from "./message-content";

type File = NonNullable<MessageContent["attachments"]>[number];

export const lineKinds = [
  ...(["photo", "audio", "video", "document", "location", "contact", "order", "file", "unsupported", "deleted"] as const),
  ...(["deletedEvent", "problems"] as const),
] as const;

/** What stands for an item without a text of its own; the browser says it in the reader's language. */
export type Line = {
  what: (typeof lineKinds)[number];
  /** Name of the document, the place, or the contacts. */
  name?: string | undefined;
  /** How many problems, or how many files there are besides. */
  count?: number | undefined;
};

const kinds = [
  { begins: "image/", what: "photo" },
  { begins: "audio/", what: "audio" },
  { begins: "video/", what: "video" },
] as const;

function fileLine({ type, name }: File): Line {
  const known = kinds.find(({ begins }) => type.startsWith(begins));
  return known ? { what: known.what } : { what: "document", name };
}

/** What a message without a text holds; undefined when it holds nothing, or has a text. */
export function lineOf(text: string, content: MessageContent | undefined): Line | undefined {
  if (content?.isDeleted) return { what: "deleted" };
  if (text.trim() !== "" || !content) return undefined;
  const { attachments = [], location, contacts = [], order, unsupported, missingFile } = content;
  const [first, ...more] = attachments;
  if (first) return { ...fileLine(first), ...(more.length > 0 && { count: more.length }) };
  if (location) return { what: "location", ...(location.name && { name: location.name }) };
  if (contacts.length > 0) return { what: "contact", name: contacts.map(({ name }) => name).join(", ") };
  if (order) return { what: "order" };
  if (missingFile !== undefined) return { what: "file" };
  return unsupported === undefined ? undefined : { what: "unsupported" };
}

/** In English, for what is stored and for the API. */
const english: Record<Line["what"], string> = {
  photo: "Photo",
  audio: "Audio",
  video: "Video",
  document: "Document",
  location: "Location",
  contact: "Contact",
  order: "Order",
  file: "File",
  unsupported: "Unsupported message",
  deleted: "Deleted message",
  deletedEvent: "Event deleted",
  problems: "problems in the last 24 hours",
};

/** A line in English. */
export function englishLine({ what, name, count }: Line): string {
  if (what === "problems") return count === 1 ? "1 problem in the last 24 hours" : `${count} ${english[what]}`;
  const named = name ? `${english[what]} ${name}` : english[what];
  return count === undefined ? named : `${named} and ${count} more`;
}

/** What a message says in one line: its text, or else what it holds. */
export function contentLine(text: string, content: MessageContent | undefined): string {
  const line = lineOf(text, content);
  return line ? englishLine(line) : text;
}

const maxQuoteLength = 200;

/** A text as a quote shows it: one line that is not long. */
export const quoted = (text: string): string => clip(text.replace(/\s+/gu, " ").trim(), maxQuoteLength);

/** The part of a message that a reply to it stores. */
export const quoteOf = (text: string, content: MessageContent | undefined): string => quoted(contentLine(text, content));
