import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import { getReplySettings, listReplies } from "@/lib/chats/replies/endpoints";

// Replies change rarely.
const freshMs = 60_000;

export const repliesQuery = (workspace: string) =>
  queryOptions({
    queryKey: ["w", workspace, "replies"],
    queryFn: () => call(listReplies, { params: { workspace } }),
    staleTime: freshMs,
    networkMode: "always",
  });

export const replySettingsQuery = (workspace: string) =>
  queryOptions({ queryKey: ["w", workspace, "reply-settings"], queryFn: () => call(getReplySettings, { params: { workspace } }) });
