import type { QueryClient } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { type Listener, makeListeners } from "@/lib/browser/listeners";
import { redirectToSignIn } from "@/lib/browser/sign-in-redirect";
import type { StreamMessage } from "@/lib/browser/stream";
import { chatsQuery, type Filter, listKey, openFilter, type Part, readChats, timelineQuery } from "@/lib/chats/browser/queries";
import { listUpdates } from "@/lib/chats/browser/store/list-updates";
import { openedChats } from "@/lib/chats/browser/store/opened-chats";
import { outbox } from "@/lib/chats/browser/store/outbox";
import { receivePresence } from "@/lib/chats/browser/store/presence";
import { type TimelineUpdates, timelineUpdates } from "@/lib/chats/browser/store/timeline-updates";
import type { ChatItem } from "@/lib/chats/contract";
import { listItems } from "@/lib/chats/endpoints";
import { lastSeq } from "@/lib/chats/shared/timeline";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { AppError, type ErrorCode } from "@/lib/kernel/errors";
import { throttle } from "@/lib/kernel/throttle";
import { panelQuery, panelsKey } from "./queries";

const refreshMs = 250;
/** Names and problems of people without a new item in their chats: many backends write contacts all the time. */
const peopleMs = 2_000;
/** The same of those who are not in the list: the counts above it may change, and who belongs to it. */
const othersMs = 10_000;
const retryMs = 2000;
const reloadDelayMs = 1_000;

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

const isPresenceOnly = ({ presence, ...rest }: ChangeNotification): boolean =>
  presence.length > 0 && Object.values(rest).every((changes) => changes.length === 0);

const isRefusal = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code;

/** The workspace's lists that are on the screen. */
function shownLists(client: QueryClient, workspace: string) {
  const inCache = (filter: Filter) => chatsQuery(workspace, filter);
  return listUpdates({
    async read(filter: Filter, part: Part) {
      try {
        return await readChats(workspace, filter, part);
      } catch (error) {
        if (isRefusal(error, "signed_out")) redirectToSignIn();
        throw error;
      }
    },
    shown: () =>
      client
        .getQueryCache()
        .findAll({ queryKey: listKey(workspace), type: "active" })
        .map(({ queryKey }) => queryKey[listKey(workspace).length] as Filter),
    load: (filter) => client.getQueryData(inCache(filter).queryKey),
    save: (filter, list) => client.setQueryData(inCache(filter).queryKey, list),
  });
}

export type LiveChats = ReturnType<typeof liveChats>;

/** Turns change notifications into the fewest fetches that bring the screen up to date. `self` is the agent's account. */
export function liveChats(client: QueryClient, workspace: string, self: string) {
  const followers = new Map<string, TimelineUpdates>();
  const lists = shownLists(client, workspace);
  const waiting = new Set<string>();
  const refreshWaiting = throttle(peopleMs, async () => {
    lists.changed(waiting);
    waiting.clear();
  });
  const refreshOthers = throttle(othersMs, async () => lists.refresh());
  const refreshPanel = throttle(refreshMs, async () => {
    await client.invalidateQueries({ queryKey: panelsKey(workspace) });
    refreshClosed();
  });
  const recent = openedChats((chatId) => {
    followers.delete(chatId);
    client.removeQueries({ queryKey: timelineQuery(workspace, chatId).queryKey });
    client.removeQueries({ queryKey: panelQuery(workspace, chatId).queryKey });
  });

  function followerOf(chatId: string): TimelineUpdates {
    const known = followers.get(chatId);
    if (known) return known;
    const { queryKey } = timelineQuery(workspace, chatId);
    const made = timelineUpdates({
      read: (query) => call(listItems, { params: { workspace, chatId }, query }),
      load: () => client.getQueryData(queryKey),
      save: (timeline) => client.setQueryData(queryKey, timeline),
    });
    followers.set(chatId, made);
    return made;
  }

  /**
   * Retries once in the background, for a failed request; a reconnected stream refetches anyway. Resolves after the first attempt. A chat
   * that is gone, because its person was erased, leaves the screen with a reload, and nothing of it stays in the page.
   */
  async function refreshChat(chatId: string, options: { whole?: boolean } = {}): Promise<void> {
    const attempt = () => followerOf(chatId).fetchNewer(options);
    await attempt().catch((error: unknown) => {
      if (isRefusal(error, "not_found")) reloadIfOpen(chatId);
      else setTimeout(() => attempt().catch(() => undefined), retryMs);
    });
  }

  /** Not at once: whoever erased the person is on the way to the list. */
  function reloadIfOpen(chatId: string): void {
    setTimeout(() => window.location.pathname.endsWith(`/chats/${chatId}`) && window.location.reload(), reloadDelayMs);
  }

  /** The next fetch of the chat tries those again that failed. */
  async function refreshItems(chatId: string, ids: readonly string[]): Promise<void> {
    await followerOf(chatId)
      .refetch(ids)
      .catch(() => undefined);
  }

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

  async function refreshOpenChat({ chats, reset, items, added }: ChangeNotification, openChat: string): Promise<void> {
    const { queryKey } = timelineQuery(workspace, openChat);
    followerOf(openChat).append(added.flatMap(({ chatId, item }) => (chatId === openChat ? [item as ChatItem] : [])));
    const newest = lastSeq(client.getQueryData(queryKey) ?? { items: [], next: null });
    const changed = items.find(({ chatId }) => chatId === openChat)?.ids;
    const isNewer = chats.some(({ id, seq }) => id === openChat && seq > newest);
    if (reset.includes(openChat) && !changed) return refreshChat(openChat, { whole: true });
    await Promise.all([changed && refreshItems(openChat, changed), isNewer && refreshChat(openChat)]);
  }

  /** Chats that are not on the screen are read when they come back. */
  function markOthers({ reset, items }: ChangeNotification, openChat: string | null): void {
    const others = items.filter(({ chatId }) => chatId !== openChat);
    for (const { chatId, ids } of others) recent.markChanged(chatId, ids);
    recent.markStale(reset.filter((id) => id !== openChat && !others.some(({ chatId }) => chatId === id)));
  }

  function refreshLists({ chats, reset, contacts, people }: ChangeNotification): void {
    const ids = [...chats.map(({ id }) => id), ...reset];
    if (ids.length > 0) lists.changed(ids);
    for (const chat of lists.listed()) {
      const isOf = contacts.includes(chat.contactId ?? "") || people.includes(chat.personId ?? "");
      if (isOf && !ids.includes(chat.id)) waiting.add(chat.id);
    }
    if (waiting.size > 0) refreshWaiting();
    if (ids.length === 0 && contacts.length + people.length > 0) refreshOthers();
  }

  /** Any chat may have had them. */
  function refreshTags(): void {
    void client.invalidateQueries(tagsQuery(workspace));
    lists.restart();
    refreshPanel();
  }

  async function handleChange(notification: ChangeNotification, openChat: string | null): Promise<void> {
    receivePresence(notification.presence, self);
    markOthers(notification, openChat);
    // The open chat comes first: requests for the list and the panel would only delay it.
    if (openChat) await refreshOpenChat(notification, openChat);
    refreshLists(notification);
    if (notification.tags.length > 0) refreshTags();
    if (!openChat || isPresenceOnly(notification)) return;
    if (concerns(notification, openChat, client.getQueryData(panelQuery(workspace, openChat).queryKey))) refreshPanel();
  }

  /** An ended session leads to the sign-in, and a removed member gets a reload that shows no chat. */
  async function refused(): Promise<void> {
    await readChats(workspace, openFilter).catch((error: unknown) => {
      if (isRefusal(error, "signed_out")) redirectToSignIn();
      if (isRefusal(error, "not_found")) window.location.reload();
    });
  }

  const unsent = outbox(client, (chatId) => followerOf(chatId).fetchNewer());

  const readiness = makeListeners();
  const heard = makeListeners();
  let isReady = false;

  /** After a gap in the stream it is unknown what changed meanwhile, in all chats. */
  function catchUp(openChat: string | null): void {
    recent.markStale();
    lists.restart();
    void client.refetchQueries({ queryKey: listKey(workspace), type: "active", predicate: ({ state }) => state.status === "error" });
    unsent.resendUnsent();
    if (openChat) void refreshChat(openChat, { whole: true });
    refreshPanel();
    isReady = true;
    readiness.notify();
  }

  function tick(openChat: string | null): void {
    lists.refresh();
    if (!openChat) return;
    void refreshChat(openChat);
    refreshPanel();
  }

  return {
    ...unsent,
    refreshChat,
    refused,
    /** Calls `listener` each time the stream is connected, and at once if it was before. Returns what ends that. */
    onReady(listener: Listener): () => void {
      if (isReady) listener();
      return readiness.subscribe(listener);
    },
    /** Calls `listener` with each message of the stream. Returns what ends that. */
    onHeard: heard.subscribe,
    /** Reads the first page of the list again. */
    refreshList: lists.refresh,
    /** Reads one chat of the list again: after something that this agent did to it. */
    refreshRow: (chatId: string) => lists.changed([chatId]),
    moreChats: lists.more,
    refreshPanel,
    earlier: (chatId: string) => followerOf(chatId).earlier(),
    earlierTo: (chatId: string, seq: number, signal: AbortSignal) => followerOf(chatId).earlierTo(seq, signal),
    /** Brings a chat that is opened up to date; what was loaded before shows at once. */
    openChat(chatId: string): void {
      const { whole, changed } = recent.open(chatId);
      void refreshChat(chatId, { whole });
      if (changed && !whole) void refreshItems(chatId, changed);
      refreshPanel();
    },
    /** Forgets what was loaded of a chat. */
    forget: recent.forget,
    onMessage(message: StreamMessage, openChat: string | null): void {
      if (message.kind === "change") void handleChange(message.notification, openChat);
      else if (message.kind === "ready") catchUp(openChat);
      else tick(openChat);
      heard.notify();
    },
  };
}
