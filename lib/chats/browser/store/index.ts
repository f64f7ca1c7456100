import type { QueryClient } from "@tanstack/react-query";
import type { ChangeNotification } from "@/lib/browser/change-notification";
import { type Listener, makeListeners } from "@/lib/browser/listeners";
import type { StreamMessage } from "@/lib/browser/stream";
import { openFilter } from "@/lib/chats/browser/queries";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import { hasCode } from "@/lib/kernel/errors";
import { readSignedIn, shownLists } from "./lists";
import { outbox } from "./outbox";
import { receivePresence } from "./presence";
import { openedTimelines } from "./timelines";

/** What the screen shows of the customer beside a chat. */
type Beside = {
  /** Whether it shows for this chat something that changed. */
  isConcerned: (notification: ChangeNotification, chatId: string) => boolean;
  refresh: () => void;
  forget: (chatId: string) => void;
};
type RefreshItems = (chatId: string, ids: readonly string[]) => Promise<void>;
/** `self` is the agent's account. `beside` gets what reads items of a chat again. */
type Options = { workspace: string; self: string; beside: (refreshItems: RefreshItems) => Beside };

const isPresenceOnly = ({ presence, ...rest }: ChangeNotification): boolean =>
  presence.length > 0 && Object.values(rest).every((changes) => changes.length === 0);

export type ChatStore = ReturnType<typeof chatStore>;

/**
 * What a tab keeps of chats: lists, timelines, presence and outbox. Turns change notifications into the fewest fetches that bring the screen
 * up to date.
 */
export function chatStore(client: QueryClient, { workspace, self, beside }: Options) {
  const lists = shownLists(client, workspace);
  const timelines = openedTimelines(client, workspace, (chatId) => panels.forget(chatId));
  const panels = beside(timelines.refreshItems);
  const unsent = outbox(client, (chatId) => timelines.updatesOf(chatId).fetchNewer());
  const readiness = makeListeners();
  const heard = makeListeners();
  let isReady = false;

  /** Any chat may have had them. */
  function refreshTags(): void {
    void client.invalidateQueries(tagsQuery(workspace));
    lists.restart();
    panels.refresh();
  }

  async function handleChange(notification: ChangeNotification, openChat: string | null): Promise<void> {
    receivePresence(notification.presence, self);
    // The open chat comes first: requests for the list and the panel would only delay it.
    await timelines.receive(notification, openChat);
    lists.receive(notification);
    if (notification.tags.length > 0) refreshTags();
    if (!openChat || isPresenceOnly(notification)) return;
    if (panels.isConcerned(notification, openChat)) panels.refresh();
  }

  /** After a gap in the stream it is unknown what changed meanwhile, in all chats. */
  function catchUp(openChat: string | null): void {
    lists.catchUp();
    unsent.resendUnsent();
    timelines.catchUp(openChat);
    panels.refresh();
    isReady = true;
    readiness.notify();
  }

  function tick(openChat: string | null): void {
    lists.refresh();
    if (!openChat) return;
    void timelines.refresh(openChat);
    panels.refresh();
  }

  return {
    ...unsent,
    refreshChat: timelines.refresh,
    /** An ended session leads to the sign-in, and a removed member gets a reload that shows no chat. */
    async refused(): Promise<void> {
      await readSignedIn(workspace, openFilter).catch((error: unknown) => {
        if (hasCode(error, "not_found")) window.location.reload();
      });
    },
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
    refreshPanel: panels.refresh,
    earlier: (chatId: string) => timelines.updatesOf(chatId).earlier(),
    earlierTo: (chatId: string, seq: number, signal: AbortSignal) => timelines.updatesOf(chatId).earlierTo(seq, signal),
    /** Brings a chat that is opened up to date; what was loaded before shows at once. */
    openChat(chatId: string): void {
      timelines.open(chatId);
      panels.refresh();
    },
    /** Forgets what was loaded of a chat. */
    forget: timelines.forget,
    /** This tab erased the person of the chat, and goes to the list. */
    exit: timelines.exit,
    onMessage(message: StreamMessage, openChat: string | null): void {
      if (message.kind === "change") void handleChange(message.notification, openChat);
      else if (message.kind === "ready") catchUp(openChat);
      else tick(openChat);
      heard.notify();
    },
  };
}
