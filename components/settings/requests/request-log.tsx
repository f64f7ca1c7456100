"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { MoreRows } from "@/components/ui/more-rows";
import { Panel } from "@/components/ui/panel";
import { changeSearch } from "@/lib/browser/change-search";
import { useLiveQueries } from "@/lib/browser/use-live-queries";
import {
  type RequestGroups as Groups,
  type RequestPage,
  requestGroupsQuery,
  requestsKey,
  requestsQuery,
} from "@/lib/workspace/request-log/browser/queries";
import { emptyFilter, parseFilter, queryOf, type RequestFilter, searchOf } from "./filter";
import { type KeyOption, RequestFilters } from "./request-filters";
import { RequestGroups } from "./request-groups";
import { RequestRow } from "./request-row";
import { RequestSkeleton } from "./request-skeleton";

/** `firstPage` is the newest unfiltered page, from the server render. */
type RequestLogProps = {
  workspace: string;
  firstPage: RequestPage;
  groups: Groups;
  keys: KeyOption[];
  guessedOrigin: string;
  whenEmpty: ReactNode;
};

export function RequestLog({ workspace, firstPage, groups: firstGroups, keys, guessedOrigin, whenEmpty }: RequestLogProps) {
  const chosen = parseFilter(new URLSearchParams(useSearchParams()));
  const isFiltered = searchOf(chosen) !== "";
  const choose = (next: Partial<RequestFilter>) => changeSearch("replaceState", (now) => searchOf({ ...parseFilter(now), ...next }));
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    ...requestsQuery(workspace, queryOf(chosen)),
    ...(!isFiltered && { initialData: { pages: [firstPage], pageParams: [null] } }),
  });
  const { data: groups } = useQuery({ ...requestGroupsQuery(workspace), initialData: firstGroups });
  const { away } = useLiveQueries(workspace, requestsKey(workspace), "requests");
  const t = useTranslations("settings.requests");
  const common = useTranslations("common");
  const requests = data?.pages.flatMap((page) => page.items);

  return (
    <>
      <RequestGroups groups={groups} onShow={choose} />
      <RequestFilters chosen={chosen} keys={keys} onChoose={choose} />
      <Panel title={t("list")} hidesTitle description={t("order")} flush>
        {!requests && !error && <RequestSkeleton />}
        {error && <LoadFailed error={error} isFetching={isFetching} refetch={refetch} className="m-4" />}
        {requests?.length === 0 && <NoRequests chosen={chosen} onClear={() => choose(emptyFilter)} whenEmpty={whenEmpty} />}
        {requests && requests.length > 0 && (
          <ol aria-label={t("label")} aria-busy={isPlaceholderData} className="divide-y divide-line">
            {requests.map((request) => (
              <RequestRow key={request.id} workspace={workspace} request={request} guessedOrigin={guessedOrigin} />
            ))}
          </ol>
        )}
        {hasNextPage && (
          <MoreRows busy={isFetchingNextPage} onMore={() => fetchNextPage()}>
            {common("showEarlier")}
          </MoreRows>
        )}
      </Panel>
      {away && <DisconnectedStrip />}
    </>
  );
}

function NoRequests({ chosen, onClear, whenEmpty }: { chosen: RequestFilter; onClear: () => void; whenEmpty: ReactNode }) {
  const t = useTranslations("settings.requests");
  if (searchOf(chosen) === "")
    return (
      <EmptyState icon={<ArrowLeftRight />} title={t("noneTitle")} action={whenEmpty}>
        {t("none")}
      </EmptyState>
    );
  const isErrorsOnly = searchOf(chosen) === searchOf({ ...emptyFilter, status: "errors" });
  return (
    <EmptyState
      icon={<ArrowLeftRight />}
      title={t(isErrorsOnly ? "noErrorsTitle" : "noMatchesTitle")}
      action={<Button onClick={onClear}>{t("filters.clear")}</Button>}
    >
      {t(isErrorsOnly ? "noErrors" : "noMatches")}
    </EmptyState>
  );
}
