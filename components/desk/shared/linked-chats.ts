import type { ChatItem } from "@/lib/chats/contract";
import type { Panel } from "@/lib/desk/panel/contract";

type LinkedChat = Panel["linkedChats"][number];

const maxOthers = 3;

/** The other chats that one switches to: the open ones, and of each other channel without an open one the latest. */
export function otherChats({ chat, linkedChats }: Pick<Panel, "chat" | "linkedChats">): LinkedChat[] {
  const open = linkedChats.filter(({ status }) => status === "open");
  const seen = new Set([chat.channel, ...open.map(({ channel }) => channel)]);
  const closed = linkedChats.filter(({ channel, status }) => {
    if (status === "open" || seen.has(channel)) return false;
    seen.add(channel);
    return true;
  });
  return [...open, ...closed].slice(0, maxOthers);
}

/** When the person last wrote in another chat, later than in this one. */
export type Elsewhere = { chatId: string; channel: LinkedChat["channel"]; at: string };

/** Where else the person wrote after their last message here, in that order: an agent who reads only this chat would miss it. */
export function wroteElsewhere(items: readonly ChatItem[], linkedChats: readonly LinkedChat[]): Elsewhere[] {
  const lastHere = items.findLast((item) => item.kind === "message" && item.author === "customer")?.createdAt ?? "";
  return linkedChats
    .flatMap(({ id, channel, lastWroteAt }) =>
      lastWroteAt !== null && lastWroteAt > lastHere ? [{ chatId: id, channel, at: lastWroteAt }] : [],
    )
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
