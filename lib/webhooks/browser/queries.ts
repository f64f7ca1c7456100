import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { ReplyOf } from "@/lib/kernel/contract";
import type * as contracts from "@/lib/webhooks/contract";
import { getDelivery, listDeliveries, listWebhooks } from "@/lib/webhooks/endpoints";

const key = (workspace: string) => ["w", workspace, "webhooks"] as const;

/** While an endpoint fails, its next attempt is soon. */
const failingMs = 10_000;

export const webhooksQuery = (workspace: string) =>
  queryOptions({
    queryKey: key(workspace),
    queryFn: () => call(listWebhooks, { params: { workspace } }),
    refetchInterval: ({ state }) => (state.data?.data.some(({ failingSince }) => failingSince !== null) ? failingMs : false),
  });

export const deliveriesQuery = (workspace: string, endpointId: string, filter: contracts.DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...key(workspace), endpointId, "list", filter],
    queryFn: ({ pageParam }) =>
      call(listDeliveries, {
        params: { workspace, endpointId },
        query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: (page: ReplyOf<typeof contracts.listDeliveries>) => page.next,
  });

export const deliveryQuery = (workspace: string, endpointId: string, eventId: string) =>
  queryOptions({
    queryKey: [...key(workspace), endpointId, eventId],
    queryFn: () => call(getDelivery, { params: { workspace, endpointId, webhookEventId: eventId } }),
  });
