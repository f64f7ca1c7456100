"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity, TriangleAlert } from "lucide-react";
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
      <section aria-label="Calls" aria-busy={isPlaceholderData} className="overflow-clip rounded-xl border border-line bg-surface">
        {!data && !error && <CallLogSkeleton />}
        {!data && error && (
          <EmptyState
            icon={<TriangleAlert />}
            title="The calls could not be loaded"
            action={<Button onClick={() => refetch()}>Try again</Button>}
          >
            {error.message}
          </EmptyState>
        )}
        {data && calls.length === 0 && <NoCalls isNarrowed={isNarrowed} onClear={() => choose(nothingChosen)} />}
        {calls.length > 0 && <CallTable workspace={workspace} calls={calls} />}
      </section>
      {hasNextPage && (
        <p className="flex justify-center p-3">
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </p>
      )}
      {away && <AwayStrip />}
    </>
  );
}

function NoCalls({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  return isNarrowed ? (
    <EmptyState icon={<Activity />} title="No call is like this" action={<Button onClick={onClear}>Show all calls</Button>}>
      Calls of the last 30 days are kept. A matching one appears here by itself.
    </EmptyState>
  ) : (
    <EmptyState icon={<Activity />} title="No calls yet">
      When an agent presses a button beside a chat, the call appears here by itself, with what was sent and what your server answered.
    </EmptyState>
  );
}
