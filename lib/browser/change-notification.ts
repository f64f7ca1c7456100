import { isObject, isText } from "@/lib/kernel/shape";

type ChangedChat = { id: string; seq: number };
/** A member who looks at a chat, replies in it, or left it. */
type Presence = { chatId: string; accountId: string; name: string; state: "looking" | "replying" | "left" };

type ChangedItems = { chatId: string; ids: string[] };
/** An item as the chat's timeline has it; what it shows is known further on. */
type AddedItem = { chatId: string; item: { id: string; seq: number; kind: string; createdAt: string } };

export type ChangeNotification = {
  chats: ChangedChat[];
  reset: string[];
  /** What changed of a chat that is in `reset`; without an entry, it may be anything. */
  items: ChangedItems[];
  contacts: string[];
  people: string[];
  calls: string[];
  /** They were renamed or removed. */
  tags: string[];
  presence: Presence[];
  /** New items of `chats`, where they are small. */
  added: AddedItem[];
};

const states: readonly unknown[] = ["looking", "replying", "left"] satisfies Presence["state"][];

const isChangedChat = (value: unknown): value is ChangedChat => isObject(value) && isText(value["id"]) && typeof value["seq"] === "number";

const isChangedItems = (value: unknown): value is ChangedItems =>
  isObject(value) && isText(value["chatId"]) && Array.isArray(value["ids"]) && value["ids"].every(isText);

const isPresence = (value: unknown): value is Presence =>
  isObject(value) && [value["chatId"], value["accountId"], value["name"]].every(isText) && states.includes(value["state"]);

function isAddedItem(value: unknown): value is AddedItem {
  const item = isObject(value) && isText(value["chatId"]) && value["item"];
  return isObject(item) && [item["id"], item["kind"], item["createdAt"]].every(isText) && Number.isSafeInteger(item["seq"]);
}

const itemsOf = <T>(value: unknown, isItem: (one: unknown) => one is T): T[] => (Array.isArray(value) ? value.filter(isItem) : []);

/**
 * Reads the data of a `change`. An instance of another version may send more, less or something else: what this page does not
 * understand is left out, and the next `tick` makes up for it. @throws SyntaxError for what is no JSON
 */
export function readNotification(data: string): ChangeNotification {
  const sent: unknown = JSON.parse(data);
  const parts = isObject(sent) ? sent : {};
  return {
    chats: itemsOf(parts["chats"], isChangedChat),
    reset: itemsOf(parts["reset"], isText),
    items: itemsOf(parts["items"], isChangedItems),
    contacts: itemsOf(parts["contacts"], isText),
    people: itemsOf(parts["people"], isText),
    calls: itemsOf(parts["calls"], isText),
    tags: itemsOf(parts["tags"], isText),
    presence: itemsOf(parts["presence"], isPresence),
    added: itemsOf(parts["added"], isAddedItem),
  };
}
