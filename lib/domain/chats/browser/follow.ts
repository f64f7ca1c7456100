import type { listItems } from "@/lib/domain/chats/contract";
import { firstSeq, newestSeq, type Timeline, withEarlier, withLater } from "@/lib/domain/chats/shared/timeline";
import type { ReplyOf } from "@/lib/kernel/contract";

type Page = ReplyOf<typeof listItems>;

type Store = {
  read: (range: { after: number } | { before: number }) => Promise<Page>;
  load: () => Timeline | undefined;
  save: (timeline: Timeline) => void;
};

export type Follower = {
  /** Fetches what came after the newest item that is known; with `whole`, everything that is loaded once more. */
  look: (options?: { whole?: boolean }) => Promise<void>;
  earlier: () => Promise<void>;
};

/**
 * Keeps one chat's timeline up with the database. Fetches go one at a time, so that an answer never overtakes a later one;
 * a look that is asked for during a fetch follows it, and several of them are one.
 */
export function follower({ read, load, save }: Store): Follower {
  let turn: Promise<unknown> = Promise.resolve();
  let next: { whole: boolean; done: Promise<void> } | undefined;
  let owesWhole = false;

  function inTurn(job: () => Promise<void>): Promise<void> {
    const done = turn.then(job);
    turn = done.catch(() => undefined);
    return done;
  }

  async function later(whole: boolean) {
    const timeline = load();
    if (!timeline) return;
    // A failed look of the whole is owed until one succeeds.
    owesWhole ||= whole;
    let after = owesWhole ? firstSeq(timeline) - 1 : newestSeq(timeline);
    for (let more = true; more; ) {
      const page = await read({ after });
      save(withLater(load() ?? timeline, page));
      more = page.hasLater && page.items.length > 0;
      after = page.items.at(-1)?.seq ?? after;
    }
    owesWhole = false;
  }

  return {
    look({ whole = false } = {}) {
      if (next) {
        next.whole ||= whole;
        return next.done;
      }
      const mine = { whole, done: Promise.resolve() };
      next = mine;
      mine.done = inTurn(() => {
        next = undefined;
        return later(mine.whole);
      });
      return mine.done;
    },
    earlier: () =>
      inTurn(async () => {
        const timeline = load();
        if (timeline?.hasEarlier) save(withEarlier(timeline, await read({ before: firstSeq(timeline) })));
      }),
  };
}
