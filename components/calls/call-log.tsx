"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { AwayStrip } from "@/components/shell/away-strip";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { type CallPage, callsQuery } from "@/lib/domain/calls/browser/queries";
import { type ButtonOption, CallFilters } from "./call-filters";
import { CallLogSkeleton } from "./call-log-skeleton";
import { CallTable } from "./call-table";
import { nothingChosen, queryOf, searchOf } from "./filter";
import { useChosen } from "./use-chosen";
import { useLiveCalls } from "./use-live-calls";

type CallLogProps = { workspace: string; buttons: ButtonOption[]; first: CallPage };

/** Every sending, newest first, and up to date by itself. `first` is the first page of all of them, read with the page. */
export function CallLog({ workspace, buttons, first }: CallLogProps) {
  const t = useTranslations("calls.log");
  const common = useTranslations("common");
  const { chosen, choose } = useChosen();
  const isNarrowed = searchOf(chosen) !== "";
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    ...callsQuery(workspace, queryOf(chosen)),
    ...(!isNarrowed && { initialData: { pages: [first], pageParams: [null] } }),
  });
  const { away } = useLiveCalls(workspace);
  const calls = data?.pages.flatMap((page) => page.calls) ?? [];

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
        {data && calls.length === 0 && <NoCalls isNarrowed={isNarrowed} onClear={() => choose(nothingChosen)} />}
        {calls.length > 0 && <CallTable workspace={workspace} calls={calls} />}
      </section>
      {hasNextPage && (
        <p className="flex justify-center p-3">
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {common("showMore")}
          </Button>
        </p>
      )}
      {away && <AwayStrip />}
    </>
  );
}

function NoCalls({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const t = useTranslations("calls.log");
  return isNarrowed ? (
    <EmptyState icon={<Activity />} title={t("noMatch")} action={<Button onClick={onClear}>{t("showAll")}</Button>}>
      {t("noMatchHint")}
    </EmptyState>
  ) : (
    <EmptyState icon={<Activity />} title={t("empty")}>
      {t("emptyHint")}
    </EmptyState>
  );
}
