import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

/** Whether the page is hydrated; earlier clicks have no handler. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
