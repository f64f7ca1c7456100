import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listChats, listItems } from "@/lib/domain/chats/contract";
import type { Timeline } from "@/lib/domain/chats/shared/timeline";
import type { ReplyOf } from "@/lib/kernel/contract";

export type View = "open" | "problems" | "closed";
export type ChatPage = ReplyOf<typeof listChats>;

export const forgetMs = 2000;

export const chatsKey = (workspace: string) => ["w", workspace, "chats"] as const;
export const listKey = (workspace: string) => [...chatsKey(workspace), "list"] as const;
export const chatsQuery = (workspace: string, view: View) =>
  infiniteQueryOptions({
    queryKey: [...listKey(workspace), view],
    queryFn: ({ pageParam }) => call(listChats, { params: { workspace }, query: { view, ...(pageParam ? { before: pageParam } : {}) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ChatPage) => page.next,
    networkMode: "always",
  });

// Only the open chat is followed by pokes: one that was left is soon forgotten, and comes fresh when it is opened again.

/** The newest items; later and earlier ones are added by the chat's follower. */
export const timelineQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...chatsKey(workspace), "timeline", chatId],
    queryFn: async (): Promise<Timeline> => {
      const { items, hasEarlier } = await call(listItems, { params: { workspace, chatId }, query: {} });
      return { items, hasEarlier };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: forgetMs,
    networkMode: "always",
  });
