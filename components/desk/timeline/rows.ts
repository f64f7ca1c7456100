import type { Delivery, Unsent } from "@/lib/chats/browser/store/outbox";
import type { ChatItem } from "@/lib/chats/contract";
import type { Row } from "./entries";

const saved: Delivery = { state: "saved" };

export const rowOfItem = (item: ChatItem): Row => (item.kind === "message" || item.kind === "note" ? { ...item, delivery: saved } : item);

export function rowOfUnsent({ kind, writtenAt, attachments, replyTo, mentions, ...rest }: Unsent, me: string): Row {
  const item = { ...rest, createdAt: writtenAt, authorName: me };
  if (kind === "note") return { ...item, kind, ...(mentions && { mentions }) };
  return { ...item, kind, author: "agent", ...((attachments || replyTo) && { content: { attachments, replyTo } }) };
}
