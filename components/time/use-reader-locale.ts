import { useSyncExternalStore } from "react";

const subscribeNever = () => () => undefined;
const onServer = () => "en-GB";

let locale: string | undefined;

/** Browsers may name a language that their own formats do not know. */
function readLocale(): string {
  locale ??= Intl.DateTimeFormat.supportedLocalesOf([...navigator.languages])[0] ?? onServer();
  return locale;
}

/** The locale in which the reader writes numbers and dates. The server does not know it; what it renders is corrected on hydration. */
export const useReaderLocale = (): string => useSyncExternalStore(subscribeNever, readLocale, onServer);
