import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listRequests } from "@/lib/domain/request-log/contract";
import type { ReplyOf } from "@/lib/kernel/contract";

export type RequestPage = ReplyOf<typeof listRequests>;

const everyMs = 2_000;
const mostLivePages = 3;

/** Looks again while the page is seen; not any more behind many pages, which would all be read again. */
export const requestsQuery = (workspace: string, onlyErrors: boolean) =>
  infiniteQueryOptions({
    queryKey: ["w", workspace, "requests", onlyErrors],
    queryFn: ({ pageParam }) =>
      call(listRequests, {
        params: { workspace },
        query: { ...(onlyErrors ? { only: "errors" as const } : {}), ...(pageParam ? { before: pageParam } : {}) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ requests, hasEarlier }: RequestPage) => (hasEarlier ? requests.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > mostLivePages ? false : everyMs),
  });
