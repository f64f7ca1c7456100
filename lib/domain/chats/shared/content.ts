import type { MessageContent } from "@/lib/domain/chats/contract";
import { clip } from "@/lib/kernel/text";

type File = NonNullable<MessageContent["attachments"]>[number];

const kinds: readonly { begins: string; name: string }[] = [
  { begins: "image/", name: "Photo" },
  { begins: "audio/", name: "Audio" },
  { begins: "video/", name: "Video" },
];

const fileLine = ({ type, name }: File): string => kinds.find(({ begins }) => type.startsWith(begins))?.name ?? `Document ${name}`.trim();

const filesLine = (files: readonly File[]): string => {
  const [first, ...more] = files;
  if (!first) return "";
  return more.length === 0 ? fileLine(first) : `${fileLine(first)} and ${more.length} more`;
};

/** What a message says in one line: its text, or else what it holds. */
export function contentLine(text: string, content: MessageContent | undefined): string {
  if (content?.isDeleted) return "Deleted message";
  if (text.trim() !== "" || !content) return text;
  const { attachments = [], location, contacts = [], order, unsupported, missingFile } = content;
  if (attachments.length > 0) return filesLine(attachments);
  if (location) return location.name ? `Location ${location.name}` : "Location";
  if (contacts.length > 0) return `Contact ${contacts.map(({ name }) => name).join(", ")}`;
  if (order) return "Order";
  if (missingFile !== undefined) return "File";
  if (unsupported !== undefined) return "Unsupported message";
  return "";
}

const maxQuoteLength = 200;

/** The part of a message that a reply to it shows. */
export const quoteOf = (text: string, content: MessageContent | undefined): string =>
  clip(contentLine(text, content).replace(/\s+/gu, " ").trim(), maxQuoteLength);
