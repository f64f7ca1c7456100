import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { playMessage } from "@/lib/channels/contract";
import { getWindow, watchChat } from "@/lib/channels/endpoints";
import { panelsKey } from "@/lib/desk/panel/browser/queries";
import type { SentOf } from "@/lib/kernel/contract";

/** The simulated customer. */
export type Sender = SentOf<typeof playMessage>["body"]["from"];

const refetchMs = 1000;

/** What identifies the sender to their channel. */
export const addressOf = (from: Sender): string => ("visitorId" in from ? from.visitorId : (from.channelUserId ?? from.phone ?? ""));

function namesOf(from: Sender) {
  if ("visitorId" in from) return { visitorId: from.visitorId };
  return from.channelUserId ? { channelUserId: from.channelUserId } : { phone: from.phone };
}

/** What the customer sees, refetched every second while it is on the screen. */
export const watchQuery = (workspace: string, from: Sender) =>
  queryOptions({
    queryKey: ["simulator", workspace, from.channel, addressOf(from)],
    queryFn: () =>
      call(watchChat, {
        params: { workspace },
        query: namesOf(from),
      }),
    refetchInterval: refetchMs,
    staleTime: 0,
    networkMode: "always",
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
