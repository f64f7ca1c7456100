import { useSyncExternalStore } from "react";

const subscribeNever = () => () => undefined;
// Cached, because every clock reads it on every render.
let zone: string | undefined;
function readTimeZone(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}
const onServer = () => "UTC";

/** The reader's time zone. The server does not know it, so it renders UTC, corrected on hydration before it is seen. */
export const useTimeZone = (): string => useSyncExternalStore(subscribeNever, readTimeZone, onServer);
