import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getWebsite, readPageTest } from "@/lib/channels/website/endpoints";

export const websiteQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "website"], queryFn: () => call(getWebsite, { params: { workspace } }) });

const askEveryMs = 1_000;

/** The test of a page that goes on: what its loader said. */
export const pageTestQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "page-test"],
    queryFn: () => call(readPageTest, { params: { workspace } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.test === null ? false : askEveryMs),
  });
