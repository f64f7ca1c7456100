import type { MessageContent } from "@/lib/chats/contract";
import type { Listed } from "./listed";

const dayLine = 28;
const line = 20;
const filesHeight = 180;
const charactersPerLine = 60;

const linesOf = (text: string): number => Math.ceil(text.length / charactersPerLine) || 1;
const propertyLines = (properties: object): number => Math.min(8, Object.keys(properties).length);

function messageHeight(text: string, content: MessageContent | undefined): number {
  const files = content?.attachments?.length ? filesHeight : 0;
  return files + (files > 0 && text === "" ? 0 : 18 + linesOf(text) * line);
}

/** About how high an entry is before it is measured, in pixels: the nearer, the calmer the scrollbar. */
function heightOf(entry: Listed | undefined): number {
  switch (entry?.kind) {
    case undefined:
      return 0;
    case "message":
      return messageHeight(entry.text, entry.content) + (entry.beginsGroup ? 12 : 4) + (entry.endsGroup ? line : 0);
    case "note":
      return 44 + linesOf(entry.text) * line;
    case "events":
    case "change":
    case "elsewhere":
      return 36;
    case "action":
      return entry.outcome.message || entry.outcome.reason || entry.outcome.inputs?.length ? 88 : 46;
    case "working":
      return 88;
    case "problems":
      return 46 + propertyLines(entry.cards.at(-1)?.card.properties ?? {}) * 22;
    case "card":
      if (entry.card.deleted) return 46;
      if ("digest" in entry.card) return 52 + entry.card.digest.length * 80;
      return 46 + propertyLines(entry.card.properties) * 22;
  }
}

/** The day of the first row is above the list. */
export const estimateHeight = (entry: Listed | undefined, index: number): number =>
  heightOf(entry) + (entry?.day && index > 0 ? dayLine : 0);
