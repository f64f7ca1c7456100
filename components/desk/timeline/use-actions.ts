import { useLayoutEffect, useMemo, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import type { Quoted } from "@/components/desk/shared/quoted";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";
import type { Unsent } from "@/lib/chats/browser/store/outbox";
import type { TimelineActions } from "./timeline-context";

type Options = {
  draftKey: DraftKey;
  unsent: readonly Unsent[];
  displayName: string;
  onReply: ((message: Quoted) => void) | undefined;
  toggle: (name: string) => void;
};

/** The actions stay the same object while what they need changes: the rows compare it. */
export function useActions({ draftKey, unsent, displayName, onReply, toggle }: Options): TimelineActions {
  const { live } = useLive();
  const latest = useRef({ unsent, onReply });
  useLayoutEffect(() => {
    latest.current = { unsent, onReply };
  });
  const canReply = onReply !== undefined;
  return useMemo(
    () => ({
      chatId: draftKey.chatId,
      displayName,
      retry(id) {
        const message = latest.current.unsent.find((other) => other.id === id);
        if (message) live.send(draftKey, message);
      },
      discard: (id) => live.discard(draftKey, id),
      reply: canReply ? (message) => latest.current.onReply?.(message) : undefined,
      toggle,
    }),
    [draftKey, displayName, live, canReply, toggle],
  );
}
