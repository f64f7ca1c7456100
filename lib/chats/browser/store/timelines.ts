import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { timelineQuery } from "@/lib/chats/browser/queries";
import type { ChatItem } from "@/lib/chats/contract";
import { listItems } from "@/lib/chats/endpoints";
import { lastSeq } from "@/lib/chats/shared/timeline";
import { hasCode } from "@/lib/kernel/errors";
import { openedChats } from "./opened-chats";
import { type TimelineUpdates, timelineUpdates } from "./timeline-updates";

const retryMs = 2000;
const reloadDelayMs = 1_000;

/** The timelines of the chats that were opened last. `onForgotten` removes what else is loaded of one. */
export function openedTimelines(client: QueryClient, workspace: string, onForgotten: (chatId: string) => void) {
  const updates = new Map<string, TimelineUpdates>();
  /** The chat whose person was erased here last. */
  let left: string | undefined;
  const keyOf = (chatId: string) => timelineQuery(workspace, chatId).queryKey;
  const opened = openedChats((chatId) => {
    updates.delete(chatId);
    client.removeQueries({ queryKey: keyOf(chatId) });
    onForgotten(chatId);
  });

  function updatesOf(chatId: string): TimelineUpdates {
    const known = updates.get(chatId);
    if (known) return known;
    const queryKey = keyOf(chatId);
    const made = timelineUpdates({
      read: (query) => call(listItems, { params: { workspace, chatId }, query }),
      load: () => client.getQueryData(queryKey),
      save: (timeline) => client.setQueryData(queryKey, timeline),
    });
    updates.set(chatId, made);
    return made;
  }

  /**
   * Retries once in the background, for a failed request; a reconnected stream refetches anyway. Resolves after the first attempt. A chat
   * that is gone, because its person was erased, leaves the screen with a reload, and nothing of it stays in the page.
   */
  async function refresh(chatId: string, options: { whole?: boolean } = {}): Promise<void> {
    const attempt = () => updatesOf(chatId).fetchNewer(options);
    await attempt().catch((error: unknown) => {
      if (hasCode(error, "not_found")) reloadIfOpen(chatId);
      else setTimeout(() => attempt().catch(() => undefined), retryMs);
    });
  }

  /** Not at once: the tab that erased the person may hear of it before it has its answer. It is on the way to the list then. */
  function reloadIfOpen(chatId: string): void {
    const isOpen = () => window.location.pathname.endsWith(`/chats/${chatId}`) && chatId !== left;
    setTimeout(() => isOpen() && window.location.reload(), reloadDelayMs);
  }

  /** The next fetch of the chat tries those again that failed. */
  async function refreshItems(chatId: string, ids: readonly string[]): Promise<void> {
    await updatesOf(chatId)
      .refetch(ids)
      .catch(() => undefined);
  }

  return {
    updatesOf,
    refresh,
    refreshItems,
    forget: opened.forget,
    /** The way to the list is not interrupted by a reload, however long it takes. */
    exit(chatId: string): void {
      left = chatId;
    },
    open(chatId: string): void {
      const stale = opened.open(chatId);
      void refresh(chatId, { whole: stale === "whole" });
      if (typeof stale !== "string") void refreshItems(chatId, [...stale]);
    },
    /** Resolves when the open chat is up to date. The others are read when they come back. */
    async receive({ chats, reset, items, added }: ChangeNotification, openChat: string | null): Promise<void> {
      const others = items.filter(({ chatId }) => chatId !== openChat);
      for (const { chatId, ids } of others) opened.markChanged(chatId, ids);
      opened.markStale(reset.filter((id) => id !== openChat && !others.some(({ chatId }) => chatId === id)));
      if (!openChat) return;
      updatesOf(openChat).append(added.flatMap(({ chatId, item }) => (chatId === openChat ? [item as ChatItem] : [])));
      const newest = lastSeq(client.getQueryData(keyOf(openChat)) ?? { items: [], next: null });
      const changed = items.find(({ chatId }) => chatId === openChat)?.ids;
      const isNewer = chats.some(({ id, seq }) => id === openChat && seq > newest);
      if (reset.includes(openChat) && !changed) return refresh(openChat, { whole: true });
      await Promise.all([changed && refreshItems(openChat, changed), isNewer && refresh(openChat)]);
    },
    /** After a gap: anything may have changed. */
    catchUp(openChat: string | null): void {
      opened.markStale();
      if (openChat) void refresh(openChat, { whole: true });
    },
  };
}
