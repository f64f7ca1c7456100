import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type * as contracts from "@/lib/actions/calls/contract";
import { getCall, listCalls } from "@/lib/actions/calls/endpoints";
import { call } from "@/lib/browser/call";
import type { ReplyOf } from "@/lib/kernel/contract";

export type CallPage = ReplyOf<typeof contracts.listCalls>;
type Filter = z.input<typeof contracts.CallFilter>;

export const callsKey = (workspace: string) => ["w", workspace, "calls"] as const;

export const callsQuery = (workspace: string, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...callsKey(workspace), "list", filter],
    queryFn: ({ pageParam }) =>
      call(listCalls, { params: { workspace }, query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: CallPage) => page.next,
    // The previous list stays while another filter loads, so that the page does not jump.
    placeholderData: keepPreviousData,
    networkMode: "always",
  });

export const callQuery = (workspace: string, callId: string) =>
  queryOptions({
    queryKey: [...callsKey(workspace), "one", callId],
    queryFn: () => call(getCall, { params: { workspace, callId } }),
    networkMode: "always",
  });
