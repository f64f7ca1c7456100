import type { ChatPage, Filter, Part } from "@/lib/chats/browser/queries";
import { maxIds } from "@/lib/chats/shared/limits";
import { serialized, throttle } from "@/lib/kernel/throttle";
import { type ChatList, listOf, patched, withHead, withMore } from "./chat-list";

const refreshMs = 250;
/** After a refetch of whole pages: under a flood these would follow each other without a pause. */
const pauseMs = 1_000;

type Source = {
  read: (filter: Filter, part: Part) => Promise<ChatPage>;
  /** The filters whose lists are on the screen. */
  shown: () => Filter[];
  /** Undefined while its first page is on the way: who asked for it refreshes it afterwards. */
  load: (filter: Filter) => ChatList | undefined;
  save: (filter: Filter, list: ChatList) => void;
};

/**
 * Keeps the lists on the screen up to date with few requests: changed chats are asked for by their ids, whatever number of pages is
 * loaded. Everything runs one after the other, so that no answer overwrites a newer one.
 */
export function listUpdates({ read, shown, load, save }: Source) {
  const changed = new Set<string>();
  /** How many first pages have to be read again. */
  let pages = 0;
  const enqueue = serialized();

  /** The first pages in place of all. */
  async function restart(filter: Filter): Promise<void> {
    const loaded = load(filter)?.items.length ?? 0;
    const first = await read(filter, {});
    const list = listOf(first);
    const hasSecond = loaded > first.items.length && first.next !== null;
    save(filter, hasSecond && first.next ? withMore(list, await read(filter, { cursor: first.next })) : list);
  }

  async function update(filter: Filter, ids: string[], pagesToRead: number): Promise<void> {
    const list = load(filter);
    if (!list) return;
    if (pagesToRead > 1) return restart(filter);
    const current = ids.length > 0 ? patched(list, await read(filter, { ids: ids.join(",") }), ids) : list;
    save(filter, pagesToRead > 0 ? withHead(current, await read(filter, {})) : current);
  }

  async function updateAll(): Promise<void> {
    const ids = [...changed];
    const pagesToRead = ids.length > maxIds ? 2 : pages;
    changed.clear();
    pages = 0;
    try {
      await Promise.all(shown().map((filter) => update(filter, ids, pagesToRead)));
    } catch (error) {
      // The next change or tick tries again.
      for (const id of ids) changed.add(id);
      pages = Math.max(pages, pagesToRead);
      throw error;
    }
    if (pagesToRead > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  const request = throttle(refreshMs, () => enqueue(updateAll));

  return {
    /** What is loaded of the lists on the screen. */
    listed: (): ChatList["items"] => shown().flatMap((filter) => load(filter)?.items ?? []),
    /** These chats changed, came or went. */
    changed(ids: Iterable<string>): void {
      for (const id of ids) changed.add(id);
      request();
    },
    /** Something may have changed: reads the first page again. */
    refresh(): void {
      pages = Math.max(pages, 1);
      request();
    },
    /** Anything may have changed: reads two pages, and drops what was loaded behind them. */
    restart(): void {
      pages = 2;
      request();
    },
    /** Adds the next page. */
    more: (filter: Filter): Promise<void> =>
      enqueue(async () => {
        const list = load(filter);
        if (list?.next) save(filter, withMore(list, await read(filter, { cursor: list.next })));
      }),
  };
}
