"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { MoreRows } from "@/components/ui/more-rows";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf } from "@/lib/kernel/contract";
import { type AuditPage, auditQuery } from "@/lib/workspace/audit/browser/queries";
import type { listActors } from "@/lib/workspace/audit/contract";
import { AuditExport } from "./audit-export";
import { AuditFilters } from "./audit-filters";
import { AuditRow } from "./audit-row";
import { AuditSkeleton } from "./audit-skeleton";
import { useAuditFilter } from "./use-audit-filter";

/** `firstPage` is the newest unfiltered page, from the server render. */
type AuditLogProps = { workspace: string; firstPage: AuditPage; actors: ReplyOf<typeof listActors> };

export function AuditLog({ workspace, firstPage, actors }: AuditLogProps) {
  const { filter, query, isSettled, isFiltered, change, clear } = useAuditFilter();
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...auditQuery(workspace, query),
    ...(!isFiltered && { initialData: { pages: [firstPage], pageParams: [""] } }),
    enabled: isSettled,
  });
  const t = useTranslations("audit.entries");
  const common = useTranslations("common");
  const entries = data?.pages.flatMap((page) => page.items);

  return (
    <>
      <AuditFilters workspace={workspace} initialActors={actors} filter={filter} onChange={change} />
      <Panel title={t("title")} description={t("order")} action={<AuditExport workspace={workspace} query={query} />} flush>
        {!entries && !error && <AuditSkeleton />}
        {error && <LoadFailed error={error} isFetching={isFetching} refetch={refetch} className="m-4" />}
        {entries?.length === 0 && !isFiltered && (
          <EmptyState icon={<ScrollText />} title={t("noneTitle")}>
            {t("none")}
          </EmptyState>
        )}
        {entries?.length === 0 && isFiltered && (
          <EmptyState icon={<ScrollText />} title={t("noMatchTitle")} action={<Button onClick={clear}>{common("clearFilters")}</Button>}>
            {t("noMatch")}
          </EmptyState>
        )}
        {entries && entries.length > 0 && (
          <ol aria-label={t("label")} className="divide-y divide-line">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
        {hasNextPage && (
          <MoreRows busy={isFetchingNextPage} onMore={() => fetchNextPage()}>
            {common("showEarlier")}
          </MoreRows>
        )}
      </Panel>
    </>
  );
}
