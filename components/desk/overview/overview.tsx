"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useNow } from "@/components/time/use-now";
import { useTimeZone } from "@/components/time/use-time-zone";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { changeSearch } from "@/lib/browser/change-search";
import { type OverviewRange, type OverviewReply, overviewQuery } from "@/lib/desk/overview/browser/queries";
import { formatTime, readerOf } from "@/lib/kernel/dates";
import { minuteMs } from "@/lib/kernel/durations";
import { ActionsCard } from "./actions-card";
import { AnswersCard } from "./answers-card";
import { ChatsCard } from "./chats-card";
import { Figures } from "./figures";
import { formatFor, labelsOf } from "./format";
import { OpenProblemsCard } from "./open-problems-card";
import { ProblemsCard } from "./problems-card";
import { type Chosen, parseRange, queryOf, searchOf } from "./range";
import { RangePicker } from "./range-picker";
import { UsageCard } from "./usage-card";

const noQuery: OverviewRange = { from: "", to: "", zone: "" };

/** The charts of the range in the address, read again every minute while the page is visible. */
export function Overview({ workspace }: { workspace: string }) {
  const t = useTranslations("overview");
  const common = useTranslations("common");
  const { chosen, query, now, zone, choose } = useRange();
  const reader = readerOf(useLocale(), zone);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...overviewQuery(workspace, query ?? noQuery),
    enabled: query !== undefined,
  });
  const retry = (
    <Button busy={isFetching} onClick={() => refetch()}>
      {common("tryAgain")}
    </Button>
  );
  const hasData = data !== undefined && query !== undefined;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <RangePicker chosen={chosen} now={now} zone={zone} onChoose={choose} />
        <p className="min-h-5 text-soft text-sm" suppressHydrationWarning>
          {now !== null && t("zone", { zone })}
          {data && ` ${t("updated", { time: formatTime("clock", new Date(data.at), reader) })}`}
        </p>
      </div>
      {error && hasData && (
        <Alert tone="warning" action={retry} className="mb-4">
          {error.message}
        </Alert>
      )}
      {error && !data && (
        <EmptyState icon={<TriangleAlert />} title={t("failedTitle")} action={retry}>
          {error.message}
        </EmptyState>
      )}
      {!error && !data && (query !== undefined || now === null) && <OverviewSkeleton />}
      {hasData && (
        <div aria-busy={isPlaceholderData}>
          <Cards workspace={workspace} query={query} overview={data} />
        </div>
      )}
    </>
  );
}

type CardsProps = { workspace: string; query: OverviewRange; overview: OverviewReply };

function Cards({ workspace, query, overview }: CardsProps) {
  const t = useTranslations("overview");
  const locale = useLocale();
  const reader = readerOf(locale, query.zone);
  const { at, buckets, unit } = overview;
  const labels = labelsOf(t, { buckets, unit, reader });
  const started = buckets.filter((start) => start <= at).length;
  const shown = { workspace, query, overview, reader, labels, format: formatFor(t, { started, labels, locale }) };
  return (
    <div className="grid gap-x-4 lg:grid-cols-2 [&>*]:min-w-0">
      <div className="lg:col-span-2">
        <Figures {...shown} />
      </div>
      <div className="lg:col-span-2">
        <ProblemsCard {...shown} />
      </div>
      <OpenProblemsCard {...shown} />
      <AnswersCard {...shown} />
      <ChatsCard {...shown} />
      <ActionsCard {...shown} />
      <div className="lg:col-span-2">
        <UsageCard {...shown} />
      </div>
    </div>
  );
}

/**
 * The range lives in the URL, so that it survives a reload and can be shared. `query` is undefined until the reader's clock and time
 * zone are known, and while the days cannot be shown; "today" becomes another day at midnight.
 */
function useRange() {
  const search = useSearchParams();
  const now = useNow(minuteMs);
  const zone = useTimeZone();
  const chosen = parseRange(new URLSearchParams(search));
  return {
    chosen,
    zone,
    now,
    query: now === null ? undefined : queryOf(chosen, { now, zone }),
    choose: (next: (now: Chosen) => Chosen) => changeSearch("pushState", (now) => searchOf(next(parseRange(now)))),
  };
}

/** Takes the space of the cards. */
function OverviewSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} aria-busy="true" className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-44 w-full rounded-xl lg:col-span-2 lg:h-24" />
      <Skeleton className="h-96 w-full rounded-xl lg:col-span-2" />
      <Skeleton className="h-96 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-72 w-full rounded-xl" />
      <Skeleton className="h-96 w-full rounded-xl lg:col-span-2" />
    </div>
  );
}
