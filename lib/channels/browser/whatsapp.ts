import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getWhatsApp, getWindow, listTemplates } from "@/lib/channels/whatsapp/endpoints";
import { panelsKey } from "@/lib/desk/panel/browser/queries";

const waitingMs = 3_000;

/** The settings; refetched every few seconds while the first message is awaited, or much waits to be processed. */
export const whatsAppQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "whatsapp"],
    queryFn: () => call(getWhatsApp, { params: { workspace } }),
    refetchInterval: ({ state: { data } }) => {
      const isAwaited = data?.isConnected && data.firstMessageAt === null;
      return isAwaited || data?.waiting?.count ? waitingMs : false;
    },
  });

/** Asking Meta takes a moment, and templates change rarely. */
export const templatesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "templates"],
    queryFn: () => call(listTemplates, { params: { workspace } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** Below the panels' key, so that whatever refreshes the panel of a chat refreshes its window too. */
export const windowQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...panelsKey(workspace), chatId, "window"],
    queryFn: () => call(getWindow, { params: { workspace, chatId } }),
    // Most chats have none, and do not get one while they are open.
    enabled: ({ state: { data } }) => data?.hasWindow !== false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
