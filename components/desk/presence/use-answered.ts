import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";
import type { ChatItem } from "@/lib/chats/contract";

type Message = Extract<ChatItem, { kind: "message" }>;
type Writing = { items: readonly ChatItem[]; isWriting: boolean; me: string };

/** The newest item that was there when each draft was begun. It stays while another chat is open. */
const begunAt = new Map<string, number>();

/** A colleague's newest message since this agent began to write a reply that is not sent yet. */
export function useAnswered({ account, workspace, chatId }: DraftKey, { items, isWriting, me }: Writing) {
  const draft = `${account} ${workspace} ${chatId}`;
  const newest = items.at(-1)?.seq ?? 0;
  const [since, setSince] = useState<number | null>(null);
  const wasWriting = useRef(false);

  function seen(seq: number) {
    begunAt.set(draft, seq);
    setSince(seq);
  }

  const begin = useEffectEvent(() => seen(begunAt.get(draft) ?? newest));
  const end = useEffectEvent(() => {
    begunAt.delete(draft);
    setSince(null);
  });
  useEffect(() => {
    if (isWriting) begin();
    else if (wasWriting.current) end();
    wasWriting.current = isWriting;
  }, [isWriting]);

  const isTheirs = (item: ChatItem): item is Message =>
    item.kind === "message" && item.author === "agent" && item.authorName !== null && item.authorName !== me;
  const answer = since === null ? undefined : items.findLast((item): item is Message => item.seq > since && isTheirs(item));
  return { answer, dismiss: () => seen(newest) };
}
