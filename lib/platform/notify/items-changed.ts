import type { ChangeNotification } from "./message";

/** The most items that are named; with more, any item of the chat may have changed, because reading pages costs less. */
const maxItems = 100;

type Reset = Pick<ChangeNotification, "reset" | "items">;

/** Earlier items changed. In `chats` nothing else did; without `changed`, any item of theirs may have. */
export function itemsChanged(changed: readonly { chatId: string; id: string }[] | undefined, chats: readonly string[] = []): Reset {
  const byChat = new Map<string, string[]>(chats.map((chatId) => [chatId, []]));
  for (const { chatId, id } of changed ?? []) byChat.set(chatId, [...(byChat.get(chatId) ?? []), id]);
  const named = changed ? [...byChat].filter(([, ids]) => ids.length <= maxItems) : [];
  return { reset: [...byChat.keys()], items: named.map(([chatId, ids]) => ({ chatId, ids })) };
}
