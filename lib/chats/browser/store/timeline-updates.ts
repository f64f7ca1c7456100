import type { ChatItem, listItems } from "@/lib/chats/contract";
import { firstSeq, lastSeq, type Timeline, withEarlier, withLater, withNext, withRange } from "@/lib/chats/shared/timeline";
import type { ReplyOf } from "@/lib/kernel/contract";
import { serialized } from "@/lib/kernel/throttle";

type Page = ReplyOf<typeof listItems>;

type Store = {
  read: (from: { after: number } | { cursor: string; from?: number } | { ids: string }) => Promise<Page>;
  load: () => Timeline | undefined;
  save: (timeline: Timeline) => void;
};

export type TimelineUpdates = {
  /** Adds items that arrived with a notification, as far as they follow the newest known one; the others have to be fetched. */
  append: (items: readonly ChatItem[]) => void;
  /** Fetches items after the newest known one; with `whole`, refetches everything that is loaded. */
  fetchNewer: (options?: { whole?: boolean }) => Promise<void>;
  /** Fetches earlier items that changed, those of them that are loaded. */
  refetch: (ids: Iterable<string>) => Promise<void>;
  earlier: () => Promise<void>;
  /** Fetches earlier items, in large pages, until the one with this seq is loaded or there are no more. */
  earlierTo: (seq: number, signal: AbortSignal) => Promise<void>;
};

/** What one fetch reads, each with what comes before it: items that changed, newer items, all that is loaded. */
const extents = ["changed", "newer", "whole"] as const;
type Extent = (typeof extents)[number];

/** At most the `maxIds` of the contract. */
export const idsAtOnce = 50;

/** Changes of items that are not loaded, of which some may be on their way. */
const maxChangedBefore = 1_000;

/** A digest shows several problems, and is not named when one of them changes. */
const isDigest = (item: ChatItem): boolean => item.kind === "card" && "digest" in item.card;

/**
 * Keeps one chat's timeline up to date. Fetches run one at a time, so that responses cannot arrive out of order; fetches that are
 * requested during one are merged into a single one after it.
 */
export function timelineUpdates({ read, load, save }: Store): TimelineUpdates {
  const enqueue = serialized();
  let queued: { extent: Extent; done: Promise<void> } | undefined;
  let isWholePending = false;
  const changed = new Set<string>();
  /** Items that changed and were not loaded: what a later notification says of them was true before. */
  const changedBefore = new Set<string>();

  /** A page that says nothing new is not saved: nothing is drawn again for it. */
  function add(page: Page, after?: number) {
    const timeline = load();
    const next = timeline && (after === undefined ? withLater(timeline, page) : withRange(timeline, page, after));
    if (next && next !== timeline) save(next);
  }

  async function fetchLater(whole: boolean) {
    const timeline = load();
    if (!timeline) return;
    // A failed refetch of the whole timeline stays pending until one succeeds.
    isWholePending ||= whole;
    if (isWholePending) changed.clear();
    let after = isWholePending ? firstSeq(timeline) - 1 : lastSeq(timeline);
    let page = await read({ after });
    add(page, after);
    while (page.next !== null) {
      after = lastSeq(page);
      page = await read({ cursor: page.next });
      add(page, after);
    }
    isWholePending = false;
  }

  async function fetchChanged() {
    // What is not loaded will be fresh when it is.
    const ids = (load()?.items ?? []).flatMap(({ id }) => (changed.has(id) ? [id] : []));
    changed.clear();
    try {
      while (ids.length > 0) {
        add(await read({ ids: ids.slice(0, idsAtOnce).join(",") }));
        ids.splice(0, idsAtOnce);
      }
    } catch (error) {
      // The next fetch tries again.
      for (const id of ids) changed.add(id);
      throw error;
    }
  }

  function request(extent: Extent): Promise<void> {
    if (queued) {
      if (extents.indexOf(extent) > extents.indexOf(queued.extent)) queued.extent = extent;
      return queued.done;
    }
    const entry = { extent, done: Promise.resolve() };
    queued = entry;
    entry.done = enqueue(async () => {
      queued = undefined;
      if (entry.extent !== "changed") await fetchLater(entry.extent === "whole");
      if (changed.size > 0) await fetchChanged();
    });
    return entry.done;
  }

  /** Resolves to whether there is another page on the way to `seq`. */
  async function step(seq: number): Promise<boolean> {
    const timeline = load();
    if (!timeline?.next || firstSeq(timeline) <= seq) return false;
    const page = await read({ cursor: timeline.next, from: seq });
    save(withEarlier(timeline, page));
    return page.items.length > 0;
  }

  function noteUnknown(ids: Iterable<string>): void {
    const loaded = new Set(load()?.items.map(({ id }) => id));
    if (changedBefore.size > maxChangedBefore) changedBefore.clear();
    for (const id of ids) if (!loaded.has(id)) changedBefore.add(id);
  }

  return {
    append(items) {
      const timeline = load();
      const next =
        timeline &&
        withNext(
          timeline,
          items.filter(({ id }) => !changedBefore.has(id)),
        );
      if (next && next !== timeline) save(next);
    },
    fetchNewer: ({ whole = false } = {}) => request(whole ? "whole" : "newer"),
    refetch(ids) {
      noteUnknown(ids);
      for (const item of load()?.items ?? []) if (isDigest(item)) changed.add(item.id);
      for (const id of ids) changed.add(id);
      return request("changed");
    },
    earlier: () =>
      enqueue(async () => {
        const timeline = load();
        if (timeline?.next) save(withEarlier(timeline, await read({ cursor: timeline.next })));
      }),
    async earlierTo(seq, signal) {
      // A job for each page, so that what is new does not wait for all of them.
      while (!signal.aborted && (await enqueue(() => step(seq))));
    },
  };
}
