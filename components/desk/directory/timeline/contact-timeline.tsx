"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { SectionTitle } from "@/components/desk/panel/section-title";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { type TimelinePage, timelineQuery } from "@/lib/desk/directory/browser/queries";
import type { ContactPage, TimelineFilter } from "@/lib/desk/directory/contract";
import { timelineFilterOf, timelineSearchOf } from "@/lib/desk/directory/shared/filter";
import { TimelineFilters } from "./timeline-filters";
import { TimelineItem } from "./timeline-item";

type Props = {
  workspace: string;
  page: ContactPage;
  /** Grows when something about the contact changed. */
  version: number;
  first: { filter: TimelineFilter; page: TimelinePage };
};

/**
 * Everything of all chats, newest first. While only the newest page is loaded, it follows what happens; with older ones, what is new
 * waits behind a button, so that nothing moves under the reader.
 */
export function ContactTimeline({ workspace, page, version, first }: Props) {
  const t = useTranslations("contacts.timeline");
  const common = useTranslations("common");
  const client = useQueryClient();
  const filter = timelineFilterOf(useSearchParams());
  const isFirst = timelineSearchOf(filter) === timelineSearchOf(first.filter);
  const query = timelineQuery(workspace, page.contact.id, filter);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...query,
    ...(isFirst && { initialData: { pages: [first.page], pageParams: [null] } }),
    refetchOnWindowFocus: false,
    networkMode: "always",
  });
  const [hasNew, setHasNew] = useState(false);
  const pages = data?.pages ?? [];

  const onVersion = useEffectEvent(() => {
    // Fetching the newest page again would end the fetch of older ones.
    if (pages.length > 1 || isFetchingNextPage) setHasNew(true);
    else void refetch();
  });
  useEffect(() => {
    if (version > 0) onVersion();
  }, [version]);

  // A page of a channel may be empty while there is more.
  const shouldGoOn = hasNextPage && !isFetching && !error && pages.at(-1)?.items.length === 0;
  const goOn = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (shouldGoOn) goOn();
  }, [shouldGoOn]);

  function loadOlder(): void {
    // It ends a fetch of the newest page.
    if (isFetching) setHasNew(true);
    void fetchNextPage();
  }

  function showNew(): void {
    setHasNew(false);
    client.setQueryData(
      query.queryKey,
      (loaded) => loaded && { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) },
    );
    void refetch();
  }

  const entries = pages.flatMap(({ items }) => items);
  const isSearching = !error && entries.length === 0 && (!data || hasNextPage);
  return (
    <section aria-label={t("title")} className="min-h-0 min-w-0 bg-surface max-wide:border-line max-wide:border-t wide:overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-surface px-4 pt-4 pb-2 wide:sticky wide:top-0 wide:z-10">
        <SectionTitle>{t("title")}</SectionTitle>
        <TimelineFilters filter={filter} />
      </div>
      <div className="px-4 pb-6">
        <p role="status" className="flex justify-center empty:hidden">
          {hasNew && <Button onClick={showNew}>{t("showNew")}</Button>}
        </p>
        {error && (
          <Alert
            className="my-3"
            action={
              <Button busy={isFetching} onClick={() => (data ? fetchNextPage() : refetch())}>
                {common("tryAgain")}
              </Button>
            }
          >
            {error.message}
          </Alert>
        )}
        {isSearching && <Skeleton className="mt-3 h-24" />}
        {data && entries.length === 0 && !hasNextPage && <p className="py-3 text-sm text-soft">{t("empty")}</p>}
        <ol aria-label={t("title")} className="divide-y divide-line">
          {entries.map((entry) => (
            <TimelineItem key={`${entry.item.kind} ${entry.item.id}`} workspace={workspace} entry={entry} displayName={page.displayName} />
          ))}
        </ol>
        {hasNextPage && entries.length > 0 && (
          <div className="flex justify-center pt-3">
            <Button busy={isFetchingNextPage} onClick={loadOlder}>
              {t("loadOlder")}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
