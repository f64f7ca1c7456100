import { useSearchParams } from "next/navigation";
import { useNow } from "@/components/time/use-now";
import { useTimeZone } from "@/components/time/use-time-zone";
import { changeSearch } from "@/lib/browser/change-search";
import { minuteMs } from "@/lib/kernel/durations";
import { type Chosen, parseRange, queryOf, searchOf } from "./range";

/**
 * The range lives in the URL, so that it survives a reload and can be shared. `query` is undefined until the reader's clock and time
 * zone are known, and while the days cannot be shown; "today" becomes another day at midnight.
 */
export function useRange() {
  const search = useSearchParams();
  const now = useNow(minuteMs);
  const zone = useTimeZone();
  const chosen = parseRange(new URLSearchParams(search));
  return {
    chosen,
    zone,
    now,
    query: now === null ? undefined : queryOf(chosen, { now, zone }),
    choose: (next: (now: Chosen) => Chosen) => changeSearch("pushState", (now) => searchOf(next(parseRange(now)))),
  };
}
