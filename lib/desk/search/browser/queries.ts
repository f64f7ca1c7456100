import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type * as contracts from "@/lib/desk/search/contract";
import { search } from "@/lib/desk/search/endpoints";
import type { ReplyOf } from "@/lib/kernel/contract";

export type FoundAll = ReplyOf<typeof contracts.search>;

/** What was found is not watched: it is fetched anew after a short while. */
export const searchQuery = (workspace: string, typed: string) =>
  queryOptions({
    queryKey: ["w", workspace, "search", typed],
    queryFn: () => call(search, { params: { workspace }, query: { q: typed } }),
    staleTime: 10_000,
    gcTime: 60_000,
    retry: false,
    networkMode: "always",
    enabled: typed !== "",
  });
