import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getWhatsApp, listTemplates } from "@/lib/channels/whatsapp/endpoints";

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
