import type { ChatItem } from "@/lib/chats/contract";
import type { Listed } from "./listed";

/** The row that shows an item: by its index and name, or by the name of the closed run that holds it. */
type FoundRow = { index: number; id: string } | { closed: string };

const holds = (entry: Listed, id: string): boolean =>
  entry.id === id || ((entry.kind === "problems" || entry.kind === "events") && entry.cards.some((card) => card.id === id));

/** Where the item with this seq is; null when no loaded item has it. */
export function rowOfSeq(seq: number, items: readonly ChatItem[], listed: readonly Listed[]): FoundRow | null {
  const id = items.find((item) => item.seq === seq)?.id;
  if (id === undefined) return null;
  // The rows of an opened run follow its line.
  const index = listed.findLastIndex((entry) => holds(entry, id));
  const entry = listed[index];
  if (!entry) return null;
  return entry.kind === "events" ? { closed: entry.id } : { index, id: entry.id };
}
