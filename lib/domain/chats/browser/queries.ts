import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { listChats, listItems } from "@/lib/domain/chats/contract";
import type { Timeline } from "@/lib/domain/chats/shared/timeline";
import type { ReplyOf } from "@/lib/kernel/contract";

export type View = "open" | "problems" | "closed";
export type ChatPage = ReplyOf<typeof listChats>;

export const timelineGcMs = 2000;

export const chatsKey = (workspace: string) => ["w", workspace, "chats"] as const;
export const listKey = (workspace: string) => [...chatsKey(workspace), "list"] as const;
export const chatsQuery = (workspace: string, view: View) =>
  infiniteQueryOptions({
    queryKey: [...listKey(workspace), view],
    queryFn: ({ pageParam }) => call(listChats, { params: { workspace }, query: { view, ...(pageParam ? { cursor: pageParam } : {}) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: ChatPage) => page.next,
    networkMode: "always",
  });

// Only the open chat gets change notifications: a chat that was left is dropped soon, and fetched anew when it is opened again.

/** The newest items; later and earlier ones are added by the chat's follower. */
export const timelineQuery = (workspace: string, chatId: string) =>
  queryOptions({
    queryKey: [...chatsKey(workspace), "timeline", chatId],
    queryFn: async (): Promise<Timeline> => {
      const { items, next } = await call(listItems, { params: { workspace, chatId }, query: {} });
      return { items, next };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: timelineGcMs,
    networkMode: "always",
  });
