import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ReplyOf, SentOf } from "@/lib/kernel/contract";
import type * as contracts from "@/lib/workspace/request-log/contract";
import { getRequest, getRequestSettings, groupRequests, listRequests } from "@/lib/workspace/request-log/endpoints";

export type RequestPage = ReplyOf<typeof contracts.listRequests>;

export type RequestGroups = ReplyOf<typeof contracts.groupRequests>;
export type RequestQuery = NonNullable<SentOf<typeof contracts.listRequests>["query"]>;

/** What changes with every request. */
export const requestsKey = (workspace: string) => ["w", workspace, "requests"];

export const requestsQuery = (workspace: string, filter: RequestQuery) =>
  infiniteQueryOptions({
    queryKey: [...requestsKey(workspace), "list", filter],
    queryFn: ({ pageParam }) =>
      call(listRequests, { params: { workspace }, query: { ...filter, ...(pageParam ? { cursor: pageParam } : {}) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: RequestPage) => next,
    placeholderData: keepPreviousData,
  });

export const requestGroupsQuery = (workspace: string) =>
  queryOptions({ queryKey: [...requestsKey(workspace), "groups"], queryFn: () => call(groupRequests, { params: { workspace } }) });

/** What one request sent never changes, but may be removed. */
export const requestQuery = (workspace: string, requestId: string) =>
  queryOptions({
    queryKey: ["w", workspace, "request", requestId],
    queryFn: () => call(getRequest, { params: { workspace, requestId } }),
    staleTime: 60_000,
  });

export const requestSettingsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "request-settings"], queryFn: () => call(getRequestSettings, { params: { workspace } }) });
