import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLive } from "@/components/chat/shared/live";
import { call } from "@/lib/browser/call";
import { listEvents, type PanelEvent } from "@/lib/domain/panel/contract";
import { joinEvents } from "./events";

type Newest = { chatId: string; level: PanelEvent["level"]; newest: PanelEvent[]; moreEvents: boolean };

/** The events that the panel has, and the older ones that were asked for, a page at a time. */
export function useOlderEvents({ chatId, level, newest, moreEvents }: Newest) {
  const { workspace } = useLive();
  const [older, setOlder] = useState<{ events: PanelEvent[]; more: boolean }>();
  const events = older ? joinEvents(newest, older.events) : newest;
  // Where the older ones were let go, the newest know whether there is more.
  const hasMore = older && events.length > newest.length ? older.more : moreEvents;
  const oldest = events.at(-1);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (before: string) => call(listEvents, { params: { workspace, chatId }, query: { before, level } }),
    onSuccess: (page) => setOlder({ events: [...events, ...page.events], more: page.moreEvents }),
  });
  return { events, hasMore, isPending, error, showMore: () => oldest && mutate(oldest.id) };
}
