import type { listItems } from "@/lib/domain/chats/contract";
import { firstSeq, lastSeq, type Timeline, withEarlier, withLater } from "@/lib/domain/chats/shared/timeline";
import type { ReplyOf } from "@/lib/kernel/contract";

type Page = ReplyOf<typeof listItems>;

type Store = {
  read: (from: { after: number } | { cursor: string }) => Promise<Page>;
  load: () => Timeline | undefined;
  save: (timeline: Timeline) => void;
};

export type Follower = {
  /** Fetches items after the newest known one; with `whole`, refetches everything that is loaded. */
  fetchNewer: (options?: { whole?: boolean }) => Promise<void>;
  earlier: () => Promise<void>;
};

/**
 * Keeps one chat's timeline up to date. Fetches run one at a time, so that responses cannot arrive out of order; fetches that are
 * requested during one are merged into a single one after it.
 */
export function follower({ read, load, save }: Store): Follower {
  let lastJob: Promise<unknown> = Promise.resolve();
  let queued: { whole: boolean; done: Promise<void> } | undefined;
  let isWholePending = false;

  function enqueue(job: () => Promise<void>): Promise<void> {
    const done = lastJob.then(job);
    lastJob = done.catch(() => undefined);
    return done;
  }

  /** A page that says nothing new is not saved: nothing is drawn again for it. */
  function add(page: Page) {
    const timeline = load();
    const next = timeline && withLater(timeline, page);
    if (next && next !== timeline) save(next);
  }

  async function fetchLater(whole: boolean) {
    const timeline = load();
    if (!timeline) return;
    // A failed refetch of the whole timeline stays pending until one succeeds.
    isWholePending ||= whole;
    let page = await read({ after: isWholePending ? firstSeq(timeline) - 1 : lastSeq(timeline) });
    add(page);
    while (page.next !== null) {
      page = await read({ cursor: page.next });
      add(page);
    }
    isWholePending = false;
  }

  return {
    fetchNewer({ whole = false } = {}) {
      if (queued) {
        queued.whole ||= whole;
        return queued.done;
      }
      const entry = { whole, done: Promise.resolve() };
      queued = entry;
      entry.done = enqueue(() => {
        queued = undefined;
        return fetchLater(entry.whole);
      });
      return entry.done;
    },
    earlier: () =>
      enqueue(async () => {
        const timeline = load();
        if (timeline?.next) save(withEarlier(timeline, await read({ cursor: timeline.next })));
      }),
  };
}
