import type { FoundAll } from "@/lib/desk/search/browser/queries";
import type { Highlighted } from "@/lib/desk/search/contract";
import { asSent, type Entry, type Found, type NameOf } from "./entries";
import { scoreOf, searchable } from "./find";

type FoundPerson = FoundAll["people"][number];
type FoundMessage = FoundAll["messages"]["items"][number];

/** Where results lead to: a chat at its end, or at the item with this seq. */
export type Open = { chat: (chatId: string, seq?: number | null) => void; contact: (contactId: string) => void };
type Context = { open: Open; nameOf: NameOf };

const hasRanges = (one: Highlighted | null): one is Highlighted => one !== null && one.ranges.length > 0;

/** What of a person was found besides the name; else the phone or the userId, which tell people of one name apart. */
function detailsOf({ alias, userId, phone, email }: FoundPerson): Highlighted[] {
  const found = [alias, userId, phone, email].filter(hasRanges);
  return found.length > 0 ? found : [phone ?? email ?? userId].filter((one) => one !== null);
}

function personEntry(person: FoundPerson, { open, nameOf }: Context): Entry | undefined {
  const { chatId, contactId, name } = person;
  const details = detailsOf(person);
  const shownName = "text" in name ? name : { text: nameOf(name), ranges: [] };
  const shown = {
    group: "people" as const,
    kind: "person" as const,
    label: shownName.text,
    name: shownName,
    details,
    ...(person.channel && { channel: person.channel }),
    searchable: searchable(shownName.text, details.map(({ text }) => text).join(" ")),
  };
  if (chatId !== null) return { ...shown, id: `chat-${chatId}`, run: () => open.chat(chatId) };
  return contactId === null ? undefined : { ...shown, id: `contact-${contactId}`, run: () => open.contact(contactId) };
}

const messageEntry = ({ id, chatId, seq, kind, snippet, displayName, at }: FoundMessage, { open, nameOf }: Context): Entry => ({
  id: `message-${id}`,
  group: "found",
  kind,
  label: snippet.text,
  name: snippet,
  details: [{ text: nameOf(displayName), ranges: [] }],
  at,
  searchable: searchable(snippet.text, nameOf(displayName)),
  run: () => open.chat(chatId, seq),
});

function eventEntry(found: FoundAll["events"][number], { open, nameOf }: Context): Entry | undefined {
  const { id, event, reference, level, displayName, occurredAt, chatId, seq, contactId } = found;
  const shown = {
    id: `event-${id}`,
    group: "found" as const,
    kind: level,
    label: event.text,
    name: event,
    details: [...(reference ? [reference] : []), { text: nameOf(displayName), ranges: [] }],
    at: occurredAt,
    searchable: searchable(event.text, `${reference?.text ?? ""} ${nameOf(displayName)}`),
  };
  if (chatId !== null) return { ...shown, run: () => open.chat(chatId, seq) };
  return contactId === null ? undefined : { ...shown, run: () => open.contact(contactId) };
}

/** What the server found, people first, then messages and events by their times, newest first. */
export function foundEntries({ people, messages, events }: FoundAll, open: Open, nameOf = asSent): Entry[] {
  const context = { open, nameOf };
  const written = messages.items.map((message) => messageEntry(message, context));
  const recorded = events.map((event) => eventEntry(event, context)).filter((entry) => entry !== undefined);
  return [
    ...people.map((person) => personEntry(person, context)).filter((entry) => entry !== undefined),
    ...[...written, ...recorded].sort((a, b) => (b.at ?? "").localeCompare(a.at ?? "")),
  ];
}

/** Entries that an earlier text found and the present one finds too: shown until the server has replied. */
export const stillMatching = (typed: string, entries: readonly Entry[]): Entry[] =>
  entries.filter((entry) => scoreOf(typed, entry.searchable) > 0);

/**
 * Adds what the server found behind what was there already, so that nothing moves that is being read or chosen. A chat that both
 * found is one entry, with what the server says of it.
 */
export function withFound(local: readonly Found[], remote: readonly Entry[]): Found[] {
  const byId = new Map(remote.map((entry) => [entry.id, entry]));
  const shown = new Set(local.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const added = (group: Entry["group"]) => remote.filter((entry) => entry.group === group && !shown.has(entry.id));
  const merged = local.map(({ group, entries }) => ({
    group,
    entries: [...entries.map((entry) => byId.get(entry.id) ?? entry), ...(group === "people" ? added("people") : [])],
  }));
  const people = merged.some(({ group }) => group === "people") ? [] : [{ group: "people" as const, entries: added("people") }];
  return [...merged, ...people, { group: "found" as const, entries: added("found") }].filter(({ entries }) => entries.length > 0);
}
