import type { ChatList } from "@/lib/chats/browser/store/chat-list";
import type { Highlighted } from "@/lib/desk/search/contract";
import type { DisplayName } from "@/lib/people/shared/display-name";
import { type Searchable, scoreOf, searchable } from "./find";
import type { Command } from "./registry";

type ListedChat = ChatList["items"][number];

/** `people`: chats and contacts. `found`: messages and events. */
export type EntryGroup = Command["group"] | "people" | "found";
/** A line of the palette: a command, a chat, or what the server found. */
export type Entry = {
  id: string;
  group: EntryGroup;
  label: string;
  run: () => void;
  keys?: string;
  channel?: ListedChat["channel"];
  /** What the server found it to be. */
  kind?: "person" | "message" | "note" | "problem" | "info";
  /** The label with what was typed, and what else there is to say of it. */
  name?: Highlighted;
  details?: Highlighted[];
  at?: string;
  searchable: Searchable;
};
export type Found = { group: EntryGroup; entries: Entry[] };

const order: readonly EntryGroup[] = ["chat", "actions", "people", "go", "app"];

/** Without a search, the chats are an offer beside the commands. A chat that is not among the best needs another word. */
const maxChats = { initial: 5, found: 20 };

/** What can be run; of commands with the same id or the same keys, the latest has them. */
export function available(commands: readonly Command[]): Command[] {
  const latest = [...new Map(commands.map((command) => [command.id, command])).values()];
  const byKeys = new Map(latest.map(({ keys, id }) => [keys, id]));
  return latest
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ keys, ...command }) => (keys !== undefined && byKeys.get(keys) === command.id ? { ...command, keys } : command));
}

/** Without those that open the palette itself. */
export const commandEntries = (commands: readonly Command[]): Entry[] =>
  available(commands)
    .filter(({ id }) => !id.startsWith("palette."))
    .map(({ keywords, isDisabled: _, ...command }) => ({ ...command, searchable: searchable(command.label, keywords) }));

/** A display name in the reader's language. */
export type NameOf = (displayName: DisplayName) => string;
export const asSent: NameOf = String;

/** The chats of all lists that this browser has loaded, each once. */
export function chatEntries(lists: readonly (ChatList | undefined)[], open: (chatId: string) => void, nameOf = asSent): Entry[] {
  const chats = lists.flatMap((list) => list?.items ?? []);
  return [...new Map(chats.map((chat) => [chat.id, chat])).values()].map(({ id, displayName, channel }) => ({
    id: `chat-${id}`,
    group: "people",
    label: nameOf(displayName),
    channel,
    run: () => open(id),
    searchable: searchable(nameOf(displayName)),
  }));
}

/** The entries that match, in groups: the group of the best match first. */
export function search(typed: string, all: readonly Entry[]): Found[] {
  const limit = typed.trim() === "" ? maxChats.initial : maxChats.found;
  const scored = all.map((entry) => ({ entry, score: scoreOf(typed, entry.searchable) })).filter(({ score }) => score > 0);
  const groups = order.flatMap((group) => {
    const own = scored.filter(({ entry }) => entry.group === group).sort((a, b) => b.score - a.score);
    const entries = own.slice(0, group === "people" ? limit : undefined).map(({ entry }) => entry);
    return own[0] ? [{ group, entries, score: own[0].score }] : [];
  });
  return groups.sort((a, b) => b.score - a.score);
}
