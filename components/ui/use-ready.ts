import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's script runs: what is pressed before comes to nobody. */
export const useReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
