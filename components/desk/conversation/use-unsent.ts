import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLive } from "@/components/desk/shared/live";
import type { DraftKey } from "@/lib/chats/browser/draft-storage";
import { outboxQuery, type Unsent } from "@/lib/chats/browser/outbox";
import type { Timeline } from "@/lib/chats/shared/timeline";

/** Messages and notes of this browser that are not in the timeline yet, including those from before a reload. */
export function useUnsent(key: DraftKey, { items }: Timeline): Unsent[] {
  const { live } = useLive();
  const { data: unsent } = useQuery(outboxQuery(key));

  // They are in browser storage, so the server render has none.
  useEffect(() => live.restore(key), [live, key]);

  // An item in the timeline was saved, even if the response was lost.
  useEffect(() => {
    const savedIds = new Set(items.map(({ id }) => id));
    for (const { id } of unsent) if (savedIds.has(id)) live.discard(key, id);
  }, [live, key, items, unsent]);

  return unsent;
}
