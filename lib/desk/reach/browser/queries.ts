import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getEventReach } from "@/lib/desk/reach/endpoints";

/** Read again each time: chats go, and people are linked. */
export const reachQuery = (workspace: string, eventId: string) =>
  queryOptions({
    queryKey: ["w", workspace, "reach", eventId],
    queryFn: () => call(getEventReach, { params: { workspace, eventId } }),
    staleTime: 0,
  });
