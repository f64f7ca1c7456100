import { useEffect, useState } from "react";
import type { Conversation } from "@/components/channels/website/conversation";
import type { Host } from "@/components/channels/website/host";
import { countUnread } from "@/components/channels/website/messages";
import { useVisible } from "@/components/desk/shared/use-visible";

type Shown = { isOpen: boolean; seenUntil: string };

/** Tells the page how many messages are unread, and keeps up to where they were seen, in this tab or another. */
export function useUnread(host: Host, { messages, state }: Conversation, { isOpen, seenUntil }: Shown) {
  const [seenHere, setSeenHere] = useState("");
  const readUntil = seenHere > seenUntil ? seenHere : seenUntil;
  const isSeen = useVisible() && isOpen;
  const newest = messages.at(-1)?.createdAt ?? "";
  const unread = isSeen ? 0 : countUnread(messages, readUntil);

  useEffect(() => {
    if (!isSeen || newest <= readUntil) return;
    setSeenHere(newest);
    host.send({ kind: "read", at: newest });
  }, [host, isSeen, newest, readUntil]);

  const isLoaded = state !== undefined;
  useEffect(() => {
    if (isLoaded) host.send({ kind: "unread", count: unread });
  }, [host, isLoaded, unread]);
}
