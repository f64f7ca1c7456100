import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { chatsKey } from "@/lib/chats/browser/queries";
import { getPanel } from "@/lib/desk/panel/endpoints";

export const panelsKey = (workspace: string) => [...chatsKey(workspace), "panel"] as const;

/** `liveChats` removes it when many other chats were opened. */
export const panelQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...panelsKey(workspace), chatId],
    queryFn: () => call(getPanel, { params: { workspace, chatId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
