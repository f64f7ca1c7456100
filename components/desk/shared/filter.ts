import { channelNames } from "@/lib/channels/browser/channels";
import type { Channel, Filter } from "@/lib/chats/browser/queries";
import { allViews, type View } from "@/lib/chats/shared/views";
import { isUuid } from "@/lib/kernel/ids";

/** Views that every list has as a tab, in the order in which they find room; the others are in the menu. */
export const tabs = ["problems", "mine", "unassigned", "open"] as const satisfies View[];
export const menuViews = ["snoozed", "closed"] as const satisfies View[];

const isChannel = (text: string | null): text is Channel => channelNames.some((channel) => channel === text);

/** What an address asks for; what it cannot mean is left out. */
export function filterOf(params: { get: (name: string) => string | null }): Filter {
  const view = params.get("view");
  const channel = params.get("channel");
  const tag = params.get("tag");
  return {
    view: allViews.find((one) => one === view) ?? "open",
    channel: isChannel(channel) ? channel : null,
    tag: tag !== null && isUuid(tag) ? tag : null,
    ...(view === "unassigned" && params.get("sort") === "problems" && { sort: "problems" as const }),
  };
}

/** The part of the address that keeps the filter: "" for all open chats. */
export function searchOf({ view, channel, tag, sort }: Filter): string {
  const params = new URLSearchParams();
  if (view !== "open") params.set("view", view);
  if (channel) params.set("channel", channel);
  if (tag) params.set("tag", tag);
  if (sort && view === "unassigned") params.set("sort", sort);
  return params.size > 0 ? `?${params}` : "";
}
