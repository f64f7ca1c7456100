/** Chats whose timeline and panel stay loaded, the open one included. */
const maxOpened = 20;

/** What has to be read again of a chat besides its newer items: nothing, all that is loaded, or these items. */
type Stale = "nothing" | "whole" | ReadonlySet<string>;

/** Which chats were opened last. `drop` removes what is loaded of one. */
export function openedChats(drop: (chatId: string) => void) {
  /** What may have changed of each since it was left. The last one opened comes last. */
  const opened = new Map<string, Stale>();

  function forget(chatId: string): void {
    opened.delete(chatId);
    drop(chatId);
  }

  return {
    open(chatId: string): Stale {
      // The browser or the router may show one that was never opened as it was long ago.
      const stale = opened.get(chatId) ?? "whole";
      opened.delete(chatId);
      opened.set(chatId, "nothing");
      for (const oldest of [...opened.keys()].slice(0, -maxOpened)) forget(oldest);
      return stale;
    },
    /** Without ids, all of them. */
    markStale(chatIds: Iterable<string> = opened.keys()): void {
      for (const id of chatIds) if (opened.has(id)) opened.set(id, "whole");
    },
    markChanged(chatId: string, ids: readonly string[]): void {
      const stale = opened.get(chatId);
      if (stale && stale !== "whole") opened.set(chatId, new Set([...(stale === "nothing" ? [] : stale), ...ids]));
    },
    forget,
  };
}
