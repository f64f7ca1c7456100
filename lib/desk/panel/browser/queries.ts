import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { chatsKey } from "@/lib/chats/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { getPanel, previewLink } from "@/lib/desk/panel/endpoints";

type PanelChange = (panel: Panel) => Panel;

/** What is being changed in the panel of each chat, in its order. */
const changing = new Map<string, readonly PanelChange[]>();
const changesOf = (chatId: string) => changing.get(chatId) ?? [];

/** A panel that is read meanwhile shows the change: nobody knows whether it was read before that. Returns how to end that. */
export function keepShown(chatId: string, change: PanelChange): () => void {
  changing.set(chatId, [...changesOf(chatId), change]);
  return () => {
    changing.set(
      chatId,
      changesOf(chatId).filter((other) => other !== change),
    );
  };
}

export const panelsKey = (workspace: string) => [...chatsKey(workspace), "panel"] as const;

/** The store of the chats removes it when many other chats were opened. */
export const panelQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...panelsKey(workspace), chatId],
    queryFn: async () => {
      const panel = await call(getPanel, { params: { workspace, chatId } });
      return changesOf(chatId).reduce((shown, change) => change(shown), panel);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });

/** Read anew for each question: what it says is done next. */
export const linkPreviewQuery = (workspace: string, chatId: string, userId: string) =>
  queryOptions({
    queryKey: [...chatsKey(workspace), "link", chatId, userId],
    queryFn: () => call(previewLink, { params: { workspace, chatId }, query: { userId } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
