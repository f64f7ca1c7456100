import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/browser/call";
import type { playMessage } from "@/lib/channels/contract";
import { watchChat } from "@/lib/channels/endpoints";
import type { SentOf } from "@/lib/kernel/contract";

/** The simulated customer. */
export type Sender = SentOf<typeof playMessage>["body"]["from"];

const refetchMs = 1000;

/** What identifies the sender to their channel. */
export const addressOf = (from: Sender): string =>
  from.channel === "whatsapp" ? (from.channelUserId ?? from.phone ?? "") : from.visitorId;

const namesOf = ({ phone, channelUserId }: Extract<Sender, { channel: "whatsapp" }>) => (channelUserId ? { channelUserId } : { phone });

/** What the customer sees, refetched every second while it is on the screen. */
export const watchQuery = (workspace: string, from: Sender) =>
  queryOptions({
    queryKey: ["simulator", workspace, from.channel, addressOf(from)],
    queryFn: () =>
      call(watchChat, {
        params: { workspace },
        query: from.channel === "whatsapp" ? namesOf(from) : { visitorId: from.visitorId },
      }),
    refetchInterval: refetchMs,
    staleTime: 0,
    networkMode: "always",
  });
