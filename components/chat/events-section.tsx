import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { listEvents, type PanelEvent } from "@/lib/chats/contract";
import { call } from "@/lib/client/call";
import { EventRow } from "./event-row";
import { joinEvents } from "./events";
import { useLive } from "./live";
import { SectionTitle } from "./section-title";

type Props = { chatId: string; newest: PanelEvent[]; moreEvents: boolean };

/** What else happened to this person, newest first. */
export function Events({ chatId, newest, moreEvents }: Props) {
  const { workspace } = useLive();
  const [older, setOlder] = useState<{ events: PanelEvent[]; more: boolean }>();
  const events = older ? joinEvents(newest, older.events) : newest;
  const oldest = events.at(-1);
  // Where the older ones were let go, the newest know whether there is more.
  const hasMore = older && events.length > newest.length ? older.more : moreEvents;
  const earlier = useMutation({
    mutationFn: (before: string) => call(listEvents, { params: { workspace, chatId }, query: { before } }),
    onSuccess: (page) => setOlder({ events: [...events, ...page.events], more: page.moreEvents }),
  });
  return (
    <section aria-label="Other events" className="flex-none p-4">
      <SectionTitle>Events</SectionTitle>
      {events.length === 0 && <p className="text-sm text-soft">What your backend records about this person appears here.</p>}
      <ul aria-label="Events">
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {hasMore && oldest && (
        <Button variant="ghost" busy={earlier.isPending} onClick={() => earlier.mutate(oldest.id)}>
          Show earlier
        </Button>
      )}
      {earlier.error && (
        <p role="alert" className="text-problem text-xs">
          {earlier.error.message}
        </p>
      )}
    </section>
  );
}
