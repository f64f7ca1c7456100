import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ReplyOf } from "@/lib/kernel/contract";
import type * as contracts from "@/lib/workspace/request-log/contract";
import { listRequests } from "@/lib/workspace/request-log/endpoints";

export type RequestPage = ReplyOf<typeof contracts.listRequests>;

const refetchMs = 2_000;
const maxLivePages = 3;

/** Refetches while the page is visible, but not once many pages are loaded, because a refetch reads all of them. */
export const requestsQuery = (workspace: string, onlyErrors: boolean) =>
  infiniteQueryOptions({
    queryKey: ["w", workspace, "requests", onlyErrors],
    queryFn: ({ pageParam }) =>
      call(listRequests, {
        params: { workspace },
        query: { ...(onlyErrors ? { only: "errors" as const } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: RequestPage) => next,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > maxLivePages ? false : refetchMs),
  });
