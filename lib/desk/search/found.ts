import type { z } from "zod";
import { type DisplayName, displayNameOf } from "@/lib/people/shared/display-name";
import type { Highlighted, search } from "./contract";
import { highlighted, rangesIn, snippetOf } from "./shared/highlight";
import type { Query } from "./shared/query";
import type { EventHit, MessageHit, PersonHit } from "./sql";

export type Found = z.output<typeof search.output>;

const nobody = { name: null, phone: null, username: null, visitorId: null };

/** Chooses from several names or numbers the one that was typed, or the first; null for none. */
function bestOf(all: readonly (string | null | undefined)[], query: Query): Highlighted | null {
  const texts = all.filter((text) => typeof text === "string" && text !== "") as string[];
  const text = texts.find((one) => rangesIn(one, query).length > 0) ?? texts[0];
  return text === undefined ? null : highlighted(text, query);
}

const withPlus = (phone: string | null | undefined): string | null => (phone ? `+${phone}` : null);

/** What somebody is called besides their name, if that is what was typed. */
function aliasOf(name: DisplayName, all: readonly (string | null)[], query: Query): Highlighted | null {
  const other = all.find((one) => one !== null && one !== name && rangesIn(one, query).length > 0);
  return other ? highlighted(other, query) : null;
}

export function foundPerson({ contact, people, ...ids }: PersonHit, query: Query): Found["people"][number] {
  const person = people[0] ?? nobody;
  const isNamed = contact === null || contact.name !== null || people.length > 0;
  const name = isNamed ? displayNameOf({ contactName: contact?.name, ...person }) : (contact.userId ?? "");
  const names = people.flatMap((one) => [one.name, one.username === null ? null : `@${one.username}`]);
  return {
    ...ids,
    name: typeof name === "string" ? highlighted(name, query) : name,
    userId: bestOf([contact?.userId, ...(contact?.aliases ?? [])], query),
    phone: bestOf(
      [withPlus(contact?.phone), ...people.map(({ phone }) => withPlus(phone)), ...people.map(({ typedPhone }) => typedPhone)],
      query,
    ),
    email: bestOf([contact?.email, ...people.map(({ email }) => email)], query),
    alias: aliasOf(name, names, query),
  };
}

export function foundMessage({ text, files, ...hit }: MessageHit, query: Query): Found["messages"]["items"][number] {
  const { id, chatId, seq, kind, author, authorName, at } = hit;
  const best = [text ?? "", ...files].find((one) => rangesIn(one, query).length > 0) ?? text ?? "";
  return { id, chatId, seq, kind, author, authorName, at, displayName: displayNameOf(hit), snippet: snippetOf(best, query) };
}

export function foundEvent({ event, reference, contactName, userId, person, ...hit }: EventHit, query: Query): Found["events"][number] {
  const isNamed = contactName !== null || person !== null || userId === null;
  const displayName = isNamed ? displayNameOf({ contactName, ...(person ?? nobody) }) : userId;
  return { ...hit, event: highlighted(event, query), reference: reference === "" ? null : highlighted(reference, query), displayName };
}
