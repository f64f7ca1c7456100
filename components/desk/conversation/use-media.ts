import { useCallback, useSyncExternalStore } from "react";

/** `--breakpoint-wide` in app/globals.css. */
export const wideFrom = "1100px";

/** Whether the window matches a media query. The server does not know its size. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
