import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Place } from "@/lib/browser/draft-storage";
import { outboxQuery, type Unsent } from "@/lib/domain/chats/browser/outbox";
import type { Timeline } from "@/lib/domain/chats/shared/timeline";
import { useLive } from "./shared/live";

/** What was written here and the timeline does not have yet, also before a reload. */
export function useUnsent(place: Place, { items }: Timeline): Unsent[] {
  const { live } = useLive();
  const { data: unsent } = useQuery(outboxQuery(place));

  // Only the browser knows, so the first picture is without it.
  useEffect(() => live.restore(place), [live, place]);

  // What the timeline has did get through, even if the answer was lost.
  useEffect(() => {
    const there = new Set(items.map(({ id }) => id));
    for (const { id } of unsent) if (there.has(id)) live.discard(place, id);
  }, [live, place, items, unsent]);

  return unsent;
}
