import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import type { PanelEvent } from "@/lib/desk/panel/contract";
import { joinEvents } from "./events";

type OlderEventsOptions = { newest: PanelEvent[]; next: string | null };

/** The panel's info events and the older ones, fetched a page at a time. */
export function useOlderEvents({ newest, next }: OlderEventsOptions) {
  const { olderEvents } = usePanelHost();
  const [older, setOlder] = useState<{ events: PanelEvent[]; next: string | null }>();
  const events = older ? joinEvents(newest, older.events) : newest;
  // When the older events were dropped, the panel says whether there are more.
  const cursor = older && events.length > newest.length ? older.next : next;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (from: string) => olderEvents({ cursor: from, level: "info" }),
    onSuccess: (page) => setOlder({ events: [...events, ...page.items], next: page.next }),
  });
  return { events, hasMore: cursor !== null, isPending, error, showMore: () => cursor && mutate(cursor) };
}
