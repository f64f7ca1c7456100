/** Chats whose timeline and panel stay loaded, the open one included. */
const maxRecent = 20;

/** What has to be read again of a chat besides its newer items: all that is loaded, or some items (null: none). */
type Stale = { whole: boolean; changed: readonly string[] | null };

/** Which chats were opened last. `forget` removes what is loaded of one. */
export function openedChats(drop: (chatId: string) => void) {
  /** The last one opened comes last. */
  const opened = new Set<string>();
  /** Chats in which an earlier item may have changed since they were left. */
  const stale = new Set<string>();
  /** Items that changed since. */
  const changed = new Map<string, Set<string>>();

  function forget(chatId: string): void {
    opened.delete(chatId);
    stale.delete(chatId);
    changed.delete(chatId);
    drop(chatId);
  }

  return {
    open(chatId: string): Stale {
      const wasOpened = opened.delete(chatId);
      const wasStale = stale.delete(chatId);
      const items = changed.get(chatId);
      changed.delete(chatId);
      opened.add(chatId);
      for (const oldest of [...opened].slice(0, -maxRecent)) forget(oldest);
      // The browser or the router may show one that was never opened as it was long ago.
      return { whole: wasStale || !wasOpened, changed: items ? [...items] : null };
    },
    /** Without ids, all of them. */
    markStale(chatIds: Iterable<string> = opened): void {
      for (const id of chatIds) if (opened.has(id)) stale.add(id);
    },
    markChanged(chatId: string, ids: readonly string[]): void {
      if (opened.has(chatId)) changed.set(chatId, new Set([...(changed.get(chatId) ?? []), ...ids]));
    },
    forget,
  };
}
