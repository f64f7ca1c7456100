import { useTranslations } from "next-intl";
import { useState } from "react";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { slides } from "@/components/desk/shared/slides";
import { Button } from "@/components/ui/button";
import { useJob } from "@/components/ui/use-job";
import { likeRuns, referenceOf } from "@/lib/context/events/shared/like";
import type { PanelEvent } from "@/lib/desk/panel/contract";
import { EventRow } from "./event-row";
import { joinEvents } from "./events";
import { SectionTitle } from "./section-title";

type Props = { newest: PanelEvent[]; next: string | null };

const likenessOf = ({ event, properties, occurredAt }: PanelEvent) => ({
  event,
  reference: referenceOf(properties),
  at: Date.parse(occurredAt),
});

/** The person's events that are not problems, newest first, like ones in a row as one. */
export function Events({ newest, next }: Props) {
  const t = useTranslations("chat.events");
  const { events, hasMore, isPending, error, showMore } = useOlderEvents({ newest, next });
  return (
    <section {...slides} aria-label={t("others")} className="flex-none p-4">
      <SectionTitle>{t("title")}</SectionTitle>
      {events.length === 0 && <p className="text-sm text-soft">{t("empty")}</p>}
      <ul aria-label={t("title")}>
        {likeRuns(events, likenessOf).map((run) => {
          const [newestOne] = run;
          // By the oldest: it stays the same while the run grows.
          return newestOne && <EventRow key={run.at(-1)?.id} event={newestOne} count={run.length} />;
        })}
      </ul>
      {hasMore && (
        <Button variant="ghost" busy={isPending} onClick={showMore}>
          {t("earlier")}
        </Button>
      )}
      {error && (
        <p role="alert" className="text-problem text-xs">
          {error.message}
        </p>
      )}
    </section>
  );
}

type OlderEventsOptions = { newest: PanelEvent[]; next: string | null };

/** The panel's info events and the older ones, fetched a page at a time. */
function useOlderEvents({ newest, next }: OlderEventsOptions) {
  const { olderEvents } = usePanelHost();
  const [older, setOlder] = useState<{ events: PanelEvent[]; next: string | null }>();
  const events = older ? joinEvents(newest, older.events) : newest;
  // When the older events were dropped, the panel says whether there are more.
  const cursor = older && events.length > newest.length ? older.next : next;
  const { run, isPending, error } = useJob(async (from: string) => {
    const page = await olderEvents({ cursor: from, level: "info" });
    setOlder({ events: [...events, ...page.items], next: page.next });
  });
  return { events, hasMore: cursor !== null, isPending, error, showMore: () => cursor && run(cursor) };
}
