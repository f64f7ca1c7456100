import type { ChangeNotification } from "./message";

/** More chats are not named: a frame with thousands of ids would cut the streams that it is written to. */
export const maxNamed = 500;

type Named = Pick<ChangeNotification, "chats" | "reset" | "items" | "contacts" | "people">;

const lists = (what: Named) => [what.chats ?? [], what.reset ?? [], what.contacts ?? [], what.people ?? []];
const itemsOf = ({ items = [] }: Named): number => items.reduce((count, { ids }) => count + ids.length, 0);

const isLong = (what: Named): boolean => itemsOf(what) > maxNamed || lists(what).some(({ length }) => length > maxNamed);

/** As the screens get it: what concerns very many chats, or says so itself, names none of them. */
export function withoutNames(what: ChangeNotification): ChangeNotification {
  if (what.again === undefined && !isLong(what)) return what;
  const { chats: _, reset = [], items: __, added: ___, contacts = [], people = [], ...rest } = what;
  const few = (ids: string[]) => (ids.length > maxNamed ? [] : ids);
  const isOnlyAdded = reset.length === 0 && contacts.length <= maxNamed && people.length <= maxNamed && what.again !== "changed";
  return { ...rest, contacts: few(contacts), people: few(people), again: isOnlyAdded ? "added" : "changed" };
}
