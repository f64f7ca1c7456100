import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const onServer = () => "UTC";

/** Where the reader is. The server does not know, so the first picture is in UTC and corrected before it is seen. */
export const useTimeZone = (): string => useSyncExternalStore(never, here, onServer);
