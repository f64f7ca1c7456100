import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { chatsKey, timelineGcMs } from "@/lib/domain/chats/browser/queries";
import { getPanel } from "@/lib/domain/panel/contract";

export const panelsKey = (workspace: string) => [...chatsKey(workspace), "panel"] as const;

export const panelQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...panelsKey(workspace), chatId],
    queryFn: () => call(getPanel, { params: { workspace, chatId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: timelineGcMs,
    networkMode: "always",
  });
