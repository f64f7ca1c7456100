import { awayAfter } from "@/lib/browser/connection";
import { makeListeners } from "@/lib/browser/listeners";
import { openTokenStream } from "@/lib/browser/token-stream";
import { followVisitor } from "@/lib/channels/website/endpoints";
import { addressOf } from "@/lib/kernel/address";
import { backoffMs } from "@/lib/kernel/backoff";
import { type Attachment, CallError, type VisitorApi, type VisitorMessage, type VisitorState } from "./api";
import { mergeMessages } from "./messages";
import { createOutbox } from "./outbox";
import type { StoredMessage } from "./protocol";
import type { Unsent } from "./unsent";

export type Conversation = {
  /** Oldest first. */
  messages: readonly VisitorMessage[];
  unsent: readonly Unsent[];
  hasEarlier: boolean;
  /** Undefined until the first answer. */
  state: VisitorState | undefined;
  connection: "connecting" | "live" | "away" | "off";
  isThrottled: boolean;
};

type Options = {
  api: VisitorApi;
  workspace: string;
  token: string;
  stored: readonly StoredMessage[];
  store: (id: string, value: string | null) => void;
  /** Nothing is read or sent before it is known who the visitor is. @throws CallError */
  identified: () => Promise<void>;
};

export type Live = ReturnType<typeof followConversation>;

const awayAfterMs = 3_000;

/** One visitor's conversation, kept up to date until `end`. Fetches run one at a time, so answers cannot overtake each other. */
export function followConversation({ api, workspace, token, stored, store, identified }: Options) {
  const listeners = makeListeners();
  let position: string | undefined;
  let earlier: string | null = null;
  let isFetching = false;
  let isStale = false;
  let isEnded = false;
  let failures = 0;
  let refetch: ReturnType<typeof setTimeout> | undefined;
  let current: Conversation = {
    messages: [],
    unsent: [],
    hasEarlier: false,
    state: undefined,
    connection: "connecting",
    isThrottled: false,
  };

  function change(part: Partial<Conversation>): void {
    current = { ...current, ...part, unsent: outbox.unsent(), isThrottled: outbox.isThrottled(), hasEarlier: earlier !== null };
    if (!isEnded) listeners.notify();
  }

  function add(items: readonly VisitorMessage[], part: Partial<Conversation> = {}): void {
    const arrived = new Set(items.map(({ id }) => id));
    for (const { id } of outbox.unsent()) if (arrived.has(id)) outbox.discard(id);
    change({ ...part, messages: mergeMessages(current.messages, items) });
  }

  const outbox = createOutbox({
    api,
    stored,
    store,
    identified,
    onChange: () => change({}),
    onSaved(message) {
      add([message]);
      if (!current.state?.hasChat || current.state.isClosed) fetchNewer();
    },
    // The state says why, for instance that the visitor was blocked.
    onRefused: () => fetchNewer(),
  });
  current = { ...current, unsent: outbox.unsent() };

  async function fetchOnce(): Promise<void> {
    const page = await api.read(position === undefined ? {} : { after: position });
    if (position === undefined) earlier = page.earlier;
    position = page.position ?? position;
    isStale ||= page.hasMore;
    add(page.items, { state: page.state, ...(current.connection === "off" && { connection: "connecting" as const }) });
  }

  /** Fetches what is new. Calls during a fetch become one more after it. */
  async function fetchNewer(): Promise<void> {
    isStale = true;
    if (isFetching || isEnded) return;
    isFetching = true;
    clearTimeout(refetch);
    try {
      while (isStale && !isEnded) {
        isStale = false;
        // The page may name somebody while a fetch is on its way.
        await identified();
        await fetchOnce();
      }
      failures = 0;
      outbox.wake();
    } catch (error) {
      const { status, retryAfterMs } = error instanceof CallError ? error : new CallError(0);
      if (status === 404) change({ connection: "off" });
      if (!isEnded) refetch = setTimeout(fetchNewer, Math.max(retryAfterMs, backoffMs(failures, { firstMs: 1_000, maxMs: 30_000 })));
      failures += 1;
    } finally {
      isFetching = false;
    }
  }

  const onConnected = awayAfter(awayAfterMs, (isAway) => {
    if (isAway) {
      if (current.connection !== "off") change({ connection: "away" });
      return;
    }
    change({ connection: "live" });
    outbox.wake();
  });

  const stopStream = openTokenStream({
    address: addressOf(followVisitor.path, { params: { workspace } }),
    token,
    onChange: fetchNewer,
    onConnected,
    onRefused: (status) => status === 404 && change({ connection: "off" }),
  });

  fetchNewer();

  return {
    api,
    subscribe: listeners.subscribe,
    read: () => current,
    refetch: fetchNewer,
    /** @throws CallError */
    async upload(file: File): Promise<Attachment> {
      await identified();
      return api.upload(file);
    },
    send: outbox.send,
    retry: outbox.retry,
    discard: outbox.discard,
    /** @throws CallError */
    async showEarlier(): Promise<void> {
      if (earlier === null) return;
      const page = await api.read({ before: earlier });
      earlier = page.earlier;
      add(page.items);
    },
    end(): void {
      isEnded = true;
      clearTimeout(refetch);
      stopStream();
      outbox.end();
    },
  };
}
