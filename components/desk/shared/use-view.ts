import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { Filter } from "@/lib/chats/browser/queries";
import { filterOf, searchOf } from "./filter";

/** What the list shows. It lives in the address, so that it survives a reload and a back navigation. */
export function useFilter(): Filter {
  const params = useSearchParams();
  const { view, channel, tag, sort } = filterOf(params);
  return useMemo(() => ({ view, channel, tag, sort }), [view, channel, tag, sort]);
}

/** For links within the chats: `/acme/chats${search}` keeps the filter. */
export const useListSearch = (): string => searchOf(useFilter());
