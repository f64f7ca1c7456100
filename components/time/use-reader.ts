import { useLocale } from "next-intl";
import { useMemo } from "react";
import { type Reader, readerOf } from "@/lib/kernel/dates";
import { useTimeZone } from "./use-time-zone";

/** In whose language and time zone times and numbers are written. */
export function useReader(): Reader {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return useMemo(() => readerOf(locale, timeZone), [locale, timeZone]);
}
