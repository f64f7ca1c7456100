import type { QueryClient } from "@tanstack/react-query";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { timelineQuery } from "@/lib/chats/browser/queries";
import type { ChatItem } from "@/lib/chats/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { throttle } from "@/lib/kernel/throttle";
import { panelQuery, panelsKey } from "./queries";

const refreshMs = 250;

/** Whether a change notification affects the panel of this chat. */
export function concerns(
  notification: Omit<ChangeNotification, "presence" | "tags" | "added">,
  chatId: string,
  panel: Pick<Panel, "contact" | "person" | "linkedChats"> | undefined,
): boolean {
  return (
    notification.chats.some(({ id }) => id === chatId || panel?.linkedChats.some((chat) => chat.id === id) === true) ||
    notification.reset.includes(chatId) ||
    !panel ||
    (panel.contact !== null && notification.contacts.includes(panel.contact.id)) ||
    notification.people.includes(panel.person.id)
  );
}

/** The cards of problems that the panel shows as solved and the timeline does not. */
export function outdated(items: readonly ChatItem[], panel: Pick<Panel, "solved"> | undefined): string[] {
  const solved = new Set(panel?.solved.map(({ latest }) => latest.id));
  if (solved.size === 0) return [];
  return items.flatMap((item) =>
    item.kind === "card" && "closed" in item.card && !item.card.closed && solved.has(item.card.eventId ?? "") ? [item.id] : [],
  );
}

/** Keeps the panels on the screen up to date. `refreshItems` reads cards of a chat again. */
export function panelUpdates(client: QueryClient, workspace: string, refreshItems: (chatId: string, ids: string[]) => Promise<void>) {
  const keyOf = (chatId: string) => panelQuery(workspace, chatId).queryKey;

  /** A card that came with a notification may be of a problem that was closed at that moment: the panel knows. */
  function refreshClosed(): void {
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: panelsKey(workspace), type: "active" })) {
      const [chatId, part] = queryKey.slice(panelsKey(workspace).length) as string[];
      // Its window, and what is sent later, are no panels.
      if (chatId === undefined || part !== undefined) continue;
      const cards = client.getQueryData(timelineQuery(workspace, chatId).queryKey)?.items ?? [];
      const ids = outdated(cards, state.data as Panel | undefined);
      if (ids.length > 0) void refreshItems(chatId, ids);
    }
  }

  return {
    isConcerned: (notification: ChangeNotification, chatId: string) => concerns(notification, chatId, client.getQueryData(keyOf(chatId))),
    forget: (chatId: string) => client.removeQueries({ queryKey: keyOf(chatId) }),
    refresh: throttle(refreshMs, async () => {
      await client.invalidateQueries({ queryKey: panelsKey(workspace) });
      refreshClosed();
    }),
  };
}
