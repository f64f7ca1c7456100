export type Listener = () => void;
/** Adds a listener, and returns what removes it: as React's useSyncExternalStore takes it. */
type Subscribe = (listener: Listener) => () => void;

/** What is called when something of this page changes. */
export function makeListeners() {
  const listeners = new Set<Listener>();
  const subscribe: Subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    subscribe,
    notify(): void {
      for (const listener of listeners) listener();
    },
    isEmpty: (): boolean => listeners.size === 0,
  };
}

/** The same for what is stored in this browser: also called when another tab changed it. */
export function makeStorageListeners(): { subscribe: Subscribe; notify: () => void } {
  const { subscribe, notify } = makeListeners();
  return {
    subscribe(listener) {
      const unsubscribe = subscribe(listener);
      window.addEventListener("storage", listener);
      return () => {
        unsubscribe();
        window.removeEventListener("storage", listener);
      };
    },
    notify,
  };
}
