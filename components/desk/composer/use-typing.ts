import { useCallback, useRef } from "react";
import { call } from "@/lib/browser/call";
import { showTyping } from "@/lib/channels/endpoints";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";

/** The customer sees it for 25 seconds. */
const repeatMs = 20_000;

/** Shows the customer that somebody is typing, where the channel can. It is only a courtesy: a failure is not shown. */
export function useTyping({ workspace, chatId }: DraftKey, isOn: boolean): () => void {
  const last = useRef({ chatId, at: Number.NEGATIVE_INFINITY });
  return useCallback(() => {
    const now = performance.now();
    if (!isOn || (last.current.chatId === chatId && now - last.current.at < repeatMs)) return;
    last.current = { chatId, at: now };
    call(showTyping, { params: { workspace, chatId }, body: {} }).catch(() => undefined);
  }, [workspace, chatId, isOn]);
}
