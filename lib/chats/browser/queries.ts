import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type * as contracts from "@/lib/chats/contract";
import { listChats, listItems } from "@/lib/chats/endpoints";
import type { Timeline } from "@/lib/chats/shared/timeline";
import type { View } from "@/lib/chats/shared/views";
import type { ReplyOf } from "@/lib/kernel/contract";
import { listOf } from "./store/chat-list";

export type { View };
export type Channel = contracts.ChatSummary["channel"];
/** What the list shows; without a channel or a tag, the chats of all. */
export type Filter = {
  view: View;
  channel: Channel | null;
  tag: string | null;
  /** Customers who wait and have an open problem come first: of chats of nobody. */
  sort?: "problems" | undefined;
};
export const openFilter: Filter = { view: "open", channel: null, tag: null };
export type ChatPage = ReplyOf<typeof contracts.listChats>;

export const chatsKey = (workspace: string) => ["w", workspace, "chats"] as const;
export const listKey = (workspace: string) => [...chatsKey(workspace), "list"] as const;

/** The page after a cursor, or some chats by their ids. */
export type Part = { cursor?: string; ids?: string };

export const readChats = (workspace: string, { view, channel, tag, sort }: Filter, part: Part = {}): Promise<ChatPage> =>
  call(listChats, {
    params: { workspace },
    query: { view, ...(channel && { channel }), ...(tag && { tag }), ...(sort && { sort }), ...part },
  });

/** The first page; the rest, and every change, comes by the store. */
export const chatsQuery = (workspace: string, filter: Filter) =>
  queryOptions({
    queryKey: [...listKey(workspace), filter] as const,
    queryFn: async () => listOf(await readChats(workspace, filter)),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });

/** The newest items; the store adds later and earlier ones, and removes all when many other chats were opened. */
export const timelineQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...chatsKey(workspace), "timeline", chatId],
    queryFn: async (): Promise<Timeline> => {
      const { items, next } = await call(listItems, { params: { workspace, chatId }, query: {} });
      return { items, next };
    },
    // Merging keeps the items that did not change. To compare ten thousand again at each new one would take longer than to draw it.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
