import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { PanelEvent } from "@/lib/domain/panel/contract";
import { EventRow } from "./event-row";
import { SectionTitle } from "./section-title";
import { useOlderEvents } from "./use-older-events";

type Props = { newest: PanelEvent[]; next: string | null };

/** The person's events that are not problems, newest first. */
export function Events({ newest, next }: Props) {
  const t = useTranslations("chat.events");
  const { events, hasMore, isPending, error, showMore } = useOlderEvents({ level: "info", newest, next });
  return (
    <section aria-label={t("others")} className="flex-none p-4">
      <SectionTitle>{t("title")}</SectionTitle>
      {events.length === 0 && <p className="text-sm text-soft">{t("empty")}</p>}
      <ul aria-label={t("title")}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
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
