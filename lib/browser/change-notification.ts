import { isListOf, isObject, isText } from "@/lib/kernel/shape";

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

type Sent = Readonly<Record<string, unknown>>;
const hasTexts = (value: unknown, ...names: string[]): value is Sent => isObject(value) && names.every((name) => isText(value[name]));

const isChangedChat = (value: unknown): value is ChangedChat => hasTexts(value, "id") && Number.isFinite(value["seq"]);

const isChangedItems = (value: unknown): value is ChangedItems => hasTexts(value, "chatId") && isListOf(value["ids"], isText);

const isPresence = (value: unknown): value is Presence => hasTexts(value, "chatId", "accountId", "name") && states.includes(value["state"]);

const isAddedItem = (value: unknown): value is AddedItem =>
  hasTexts(value, "chatId") && hasTexts(value["item"], "id", "kind", "createdAt") && Number.isSafeInteger(value["item"]["seq"]);

const itemsOf = <T>(value: unknown, isItem: (one: unknown) => one is T): T[] => (Array.isArray(value) ? value.filter(isItem) : []);

/**
 * Reads the data of a `change`. An instance of another version may send more, less or something else: what this page does not
 * understand is left out, and the next `tick` makes up for it. @throws SyntaxError for what is no JSON
 */
export function readNotification(data: string): ChangeNotification {
  const sent: unknown = JSON.parse(data);
  const parts = isObject(sent) ? sent : {};
  const ids = (name: keyof ChangeNotification) => itemsOf(parts[name], isText);
  return {
    chats: itemsOf(parts["chats"], isChangedChat),
    reset: ids("reset"),
    items: itemsOf(parts["items"], isChangedItems),
    contacts: ids("contacts"),
    people: ids("people"),
    calls: ids("calls"),
    tags: ids("tags"),
    presence: itemsOf(parts["presence"], isPresence),
    added: itemsOf(parts["added"], isAddedItem),
  };
}
