"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity, TriangleAlert } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type CallPage, callsKey, callsQuery } from "@/lib/actions/calls/browser/queries";
import { changeSearch } from "@/lib/browser/change-search";
import { useLiveQueries } from "@/lib/browser/use-live-queries";
import { type ButtonOption, CallFilters } from "./call-filters";
import { CallLogSkeleton } from "./call-log-skeleton";
import { CallTable } from "./call-table";
import { type CallFilter, emptyFilter, parseFilter, queryOf, searchOf } from "./filter";

/** The list's filter. It lives in the URL, so that it survives a reload and can be shared. */
function useCallFilter() {
  const search = useSearchParams();
  const chosen = parseFilter(new URLSearchParams(search));
  // The URL changes without a server navigation: the list fetches its own data.
  const choose = (next: Partial<CallFilter>) => changeSearch("pushState", (now) => searchOf({ ...parseFilter(now), ...next }));
  return { chosen, choose };
}

type CallLogProps = { workspace: string; buttons: ButtonOption[]; firstPage: CallPage; whenEmpty: ReactNode };

/** All calls, newest first, updated live. `firstPage` is the unfiltered first page from the server render. */
export function CallLog({ workspace, buttons, firstPage, whenEmpty }: CallLogProps) {
  const t = useTranslations("calls.log");
  const common = useTranslations("common");
  const { chosen, choose } = useCallFilter();
  const isFiltered = searchOf(chosen) !== "";
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    ...callsQuery(workspace, queryOf(chosen)),
    ...(!isFiltered && { initialData: { pages: [firstPage], pageParams: [null] } }),
  });
  const { away } = useLiveQueries(workspace, callsKey(workspace), "calls");
  const calls = data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <>
      <CallFilters chosen={chosen} buttons={buttons} onChoose={choose} />
      <section aria-label={t("title")} aria-busy={isPlaceholderData} className="overflow-clip rounded-xl border border-line bg-surface">
        {!data && !error && <CallLogSkeleton />}
        {!data && error && (
          <EmptyState icon={<TriangleAlert />} title={t("failed")} action={<Button onClick={() => refetch()}>{common("tryAgain")}</Button>}>
            {error.message}
          </EmptyState>
        )}
        {data && calls.length === 0 && <NoCalls isFiltered={isFiltered} onClear={() => choose(emptyFilter)} whenEmpty={whenEmpty} />}
        {calls.length > 0 && <CallTable workspace={workspace} calls={calls} />}
      </section>
      {hasNextPage && (
        <p className="flex justify-center p-3">
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {common("showMore")}
          </Button>
        </p>
      )}
      {away && <DisconnectedStrip />}
    </>
  );
}

function NoCalls({ isFiltered, onClear, whenEmpty }: { isFiltered: boolean; onClear: () => void; whenEmpty: ReactNode }) {
  const t = useTranslations("calls.log");
  return isFiltered ? (
    <EmptyState icon={<Activity />} title={t("noMatch")} action={<Button onClick={onClear}>{t("showAll")}</Button>}>
      {t("noMatchHint")}
    </EmptyState>
  ) : (
    <EmptyState icon={<Activity />} title={t("empty")} action={whenEmpty}>
      {t("emptyHint")}
    </EmptyState>
  );
}
