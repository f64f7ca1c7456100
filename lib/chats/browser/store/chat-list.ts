import type { ChatSummary, listChats } from "@/lib/chats/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

type Page = ReplyOf<typeof listChats>;
type Position = Pick<ChatSummary, "id" | "lastItemAt" | "isFirst">;

/** The loaded part of the list, newest activity first. */
export type ChatList = {
  items: ChatSummary[];
  counts: Page["counts"];
  /** The cursor of the next page. */
  next: string | null;
  /** Where that page begins: behind this place. Null when everything is loaded. */
  end: Position | null;
};

const order = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Negative when `a` comes before `b`, as on the server. */
export const compare = (a: Position, b: Position): number =>
  Number(b.isFirst ?? 0) - Number(a.isFirst ?? 0) || order(b.lastItemAt, a.lastItemAt) || order(b.id, a.id);

const isWithin = (chat: Position, end: Position | null): boolean => end === null || compare(chat, end) <= 0;

function sorted(chats: readonly ChatSummary[]): ChatSummary[] {
  return [...chats].sort(compare);
}

const without = (chats: readonly ChatSummary[], ids: ReadonlySet<string>) => chats.filter(({ id }) => !ids.has(id));
const idsOf = (chats: readonly Position[]) => new Set(chats.map(({ id }) => id));

const endOf = (page: Page): Position | null => (page.next === null ? null : (page.items.at(-1) ?? null));

export const listOf = (page: Page): ChatList => ({ items: page.items, counts: page.counts, next: page.next, end: endOf(page) });

/** With the next page. A chat that is in both moved while it was read. */
export const withMore = (list: ChatList, page: Page): ChatList => ({
  ...listOf(page),
  items: sorted([...without(list.items, idsOf(page.items)), ...page.items]),
});

/** With the first page read again: it decides about its own part, and the rest stays. */
export function withHead(list: ChatList, page: Page): ChatList {
  const end = endOf(page);
  const isBehind = list.end === null || (end !== null && compare(end, list.end) < 0);
  if (end === null || !isBehind) return listOf(page);
  const rest = without(list.items, idsOf(page.items)).filter((chat) => !isWithin(chat, end));
  return { ...list, items: [...page.items, ...rest], counts: page.counts };
}

/**
 * With the chats that were asked for by their ids: those in the answer at their new place, the others gone. One behind the loaded
 * part is left to the next page.
 */
export function patched(list: ChatList, answer: Pick<Page, "items" | "counts">, asked: readonly string[]): ChatList {
  const rest = without(list.items, new Set(asked));
  const found = answer.items.filter((chat) => isWithin(chat, list.end));
  return { ...list, items: sorted([...rest, ...found]), counts: answer.counts };
}

/** The chat after (1) or before (-1) a position in the list; without a position, the first one. */
export function neighbour<T extends Position>(chats: readonly T[], position: Position | null, step: 1 | -1): T | undefined {
  if (!position) return chats[0];
  return step === 1 ? chats.find((chat) => compare(position, chat) < 0) : chats.findLast((chat) => compare(chat, position) < 0);
}
