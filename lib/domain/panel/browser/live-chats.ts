import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ChangeNotification, StreamMessage } from "@/lib/browser/stream";
import { type Follower, follower } from "@/lib/domain/chats/browser/follow";
import { outbox } from "@/lib/domain/chats/browser/outbox";
import { listKey, timelineQuery } from "@/lib/domain/chats/browser/queries";
import { listItems } from "@/lib/domain/chats/contract";
import { lastSeq } from "@/lib/domain/chats/shared/timeline";
import type { Panel } from "@/lib/domain/panel/contract";
import { AppError } from "@/lib/kernel/errors";
import { throttle } from "@/lib/kernel/throttle";
import { panelQuery, panelsKey } from "./queries";

const refreshMs = 250;
const retryMs = 2000;

/** Whether a change notification affects the panel of this chat. */
export function concerns(notification: ChangeNotification, chatId: string, panel: Pick<Panel, "contact" | "person"> | undefined): boolean {
  return (
    notification.chats.some((chat) => chat.id === chatId) ||
    notification.reset.includes(chatId) ||
    !panel ||
    (panel.contact !== null && notification.contacts.includes(panel.contact.id)) ||
    notification.people.includes(panel.person.id)
  );
}

export type LiveChats = ReturnType<typeof liveChats>;

/** Turns change notifications into the fewest fetches that bring the screen up to date. */
export function liveChats(client: QueryClient, workspace: string) {
  const followers = new Map<string, Follower>();
  const refreshList = throttle(refreshMs, () => client.invalidateQueries({ queryKey: listKey(workspace) }));
  const refreshPanel = throttle(refreshMs, () => client.invalidateQueries({ queryKey: panelsKey(workspace) }));

  function followerOf(chatId: string): Follower {
    const known = followers.get(chatId);
    if (known) return known;
    const { queryKey } = timelineQuery(workspace, chatId);
    const made = follower({
      read: (query) => call(listItems, { params: { workspace, chatId }, query }),
      load: () => client.getQueryData(queryKey),
      save: (timeline) => client.setQueryData(queryKey, timeline),
    });
    followers.set(chatId, made);
    return made;
  }

  /** Retries once in the background, for a failed request; a reconnected stream refetches anyway. Resolves after the first attempt. */
  async function refreshChat(chatId: string, options: { whole?: boolean } = {}): Promise<void> {
    const attempt = () => followerOf(chatId).fetchNewer(options);
    await attempt().catch(() => setTimeout(() => attempt().catch(() => undefined), retryMs));
  }

  async function refreshOpenChat(notification: ChangeNotification, openChat: string): Promise<void> {
    const { queryKey } = timelineQuery(workspace, openChat);
    const newest = lastSeq(client.getQueryData(queryKey) ?? { items: [], next: null });
    if (notification.reset.includes(openChat)) await refreshChat(openChat, { whole: true });
    else if (notification.chats.some(({ id, seq }) => id === openChat && seq > newest)) await refreshChat(openChat);
  }

  async function handleChange(notification: ChangeNotification, openChat: string | null): Promise<void> {
    // The open chat comes first: requests for the list and the panel would only delay it.
    if (openChat) await refreshOpenChat(notification, openChat);
    refreshList();
    if (openChat && concerns(notification, openChat, client.getQueryData(panelQuery(workspace, openChat).queryKey))) refreshPanel();
  }

  function refreshAll(openChat: string | null, options: { whole: boolean }) {
    refreshList();
    if (!openChat) return;
    void refreshChat(openChat, options);
    refreshPanel();
  }

  /** Refetches the list: an ended session leads to the sign-in, and a removed member gets a reload that shows no chat. */
  async function refused(): Promise<void> {
    const lists = { queryKey: listKey(workspace) };
    await client.invalidateQueries(lists);
    const isGone = ({ state }: { state: { error: unknown } }) => state.error instanceof AppError && state.error.code === "not_found";
    if (client.getQueryCache().findAll(lists).some(isGone)) window.location.reload();
  }

  return {
    ...outbox(client, (chatId) => followerOf(chatId).fetchNewer()),
    refreshChat: refreshChat,
    refused,
    refreshList,
    refreshPanel,
    earlier: (chatId: string) => followerOf(chatId).earlier(),
    onMessage(message: StreamMessage, openChat: string | null): void {
      if (message.kind === "change") void handleChange(message.notification, openChat);
      // After a gap in the stream it is unknown which earlier items changed.
      else refreshAll(openChat, { whole: message.kind === "ready" });
    },
  };
}
