/** Chats whose timeline and panel stay loaded, the open one included. */
export const maxRecent = 20;

/** Which chats were opened last. `forget` removes what is loaded of one. */
export function recentChats(drop: (chatId: string) => void) {
  /** The last one opened comes last. */
  const opened = new Set<string>();
  /** Chats in which an earlier item may have changed since they were left. */
  const stale = new Set<string>();

  function forget(chatId: string): void {
    opened.delete(chatId);
    stale.delete(chatId);
    drop(chatId);
  }

  return {
    /** Returns whether all that is loaded has to be read again, instead of only what is newer. */
    open(chatId: string): boolean {
      const wasOpened = opened.delete(chatId);
      const wasStale = stale.delete(chatId);
      opened.add(chatId);
      for (const oldest of [...opened].slice(0, -maxRecent)) forget(oldest);
      // The browser or the router may show one that was never opened as it was long ago.
      return wasStale || !wasOpened;
    },
    /** Without ids, all of them. */
    markStale(chatIds: Iterable<string> = opened): void {
      for (const id of chatIds) if (opened.has(id)) stale.add(id);
    },
    forget,
  };
}
