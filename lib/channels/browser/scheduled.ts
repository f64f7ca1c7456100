import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listScheduled } from "@/lib/channels/scheduled/endpoints";
import { panelsKey } from "@/lib/desk/panel/browser/queries";

/** Below the panels' key, so that whatever refreshes the panel of a chat refreshes what is sent later, too. */
export const scheduledQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...panelsKey(workspace), chatId, "scheduled"],
    queryFn: () => call(listScheduled, { params: { workspace, chatId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
