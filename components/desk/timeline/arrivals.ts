import type { ChatItem } from "@/lib/chats/contract";
import { isInfo, isProblem, type ProblemItem } from "./entries";
import { rowOfItem } from "./rows";

/** The items after a seq, oldest first: only the end of the timeline is looked at. */
export function itemsAfter(items: readonly ChatItem[], seq: number): ChatItem[] {
  let start = items.length;
  while ((items[start - 1]?.seq ?? 0) > seq) start -= 1;
  return items.slice(start);
}

const matters = (item: ChatItem): boolean => (item.kind === "message" ? item.author === "customer" : isProblem(rowOfItem(item)));

/** How many of them an agent who reads further up would want to see: customer's messages and problems. */
export const countNew = (items: readonly ChatItem[], seenSeq: number): number => itemsAfter(items, seenSeq).filter(matters).length;

type Arrivals = { problems: ProblemItem[]; messages: Extract<ChatItem, { kind: "message" | "note" }>[]; events: number };

/** New items as a screen reader announces them; what the reader wrote is left out. */
export function arrivalsIn(items: readonly ChatItem[], me: string): Arrivals {
  const rows = items.map(rowOfItem);
  return {
    problems: rows.filter(isProblem),
    messages: items.filter((item) => item.kind === "message" || item.kind === "note").filter(({ authorName }) => authorName !== me),
    events: rows.filter(isInfo).length,
  };
}
