import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { chatsKey } from "@/lib/chats/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import { getPanel, previewLink } from "@/lib/desk/panel/endpoints";

/** What is being changed of each chat. */
const changing = new Map<string, Partial<Panel["chat"]>>();

/** A panel that is read meanwhile has this part of the chat: nobody knows whether it was read before the change. Returns how to end that. */
export function keepShown(chatId: string, part: Partial<Panel["chat"]>): () => void {
  const all = { ...changing.get(chatId), ...part };
  changing.set(chatId, all);
  return () => {
    if (changing.get(chatId) === all) changing.delete(chatId);
  };
}

export const panelsKey = (workspace: string) => [...chatsKey(workspace), "panel"] as const;

/** The store of the chats removes it when many other chats were opened. */
export const panelQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...panelsKey(workspace), chatId],
    queryFn: async () => {
      const panel = await call(getPanel, { params: { workspace, chatId } });
      return { ...panel, chat: { ...panel.chat, ...changing.get(chatId) } };
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
