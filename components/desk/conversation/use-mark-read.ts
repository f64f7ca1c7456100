import { useEffect, useRef, useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { useVisible } from "@/components/desk/shared/use-visible";
import { call } from "@/lib/browser/call";
import { markRead } from "@/lib/chats/endpoints";
import { throttle } from "@/lib/kernel/throttle";

/** Marks new items as read while the tab is visible. */
export function useMarkRead(chatId: string, seq: number): void {
  const { workspace, live } = useLive();
  const visible = useVisible();
  const newest = useRef(seq);
  const [mark] = useState(() =>
    throttle(500, () =>
      call(markRead, { params: { workspace, chatId }, body: { seq: newest.current } }).then(() => live.refreshRow(chatId)),
    ),
  );

  useEffect(() => {
    newest.current = seq;
    if (visible && seq > 0) mark();
  }, [visible, seq, mark]);
}
