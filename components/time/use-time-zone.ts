import { useSyncExternalStore } from "react";

const never = () => () => undefined;
// Asked by every clock at every look, so it is found out once.
let zone: string | undefined;
function here(): string {
  zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone;
}
const onServer = () => "UTC";

/** Where the reader is. The server does not know, so the first picture is in UTC and corrected before it is seen. */
export const useTimeZone = (): string => useSyncExternalStore(never, here, onServer);
