"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Split } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadFailed } from "@/components/ui/load-failed";
import { MoreRows } from "@/components/ui/more-rows";
import { Panel } from "@/components/ui/panel";
import { type ConflictPage, conflictsQueryFrom } from "@/lib/people/links/browser/conflicts";
import { ConflictRow } from "./conflict-row";

export function Conflicts({ workspace, firstPage }: { workspace: string; firstPage: ConflictPage }) {
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    conflictsQueryFrom(workspace, firstPage),
  );
  const t = useTranslations("settings.conflicts");
  const common = useTranslations("common");
  const conflicts = data.pages.flatMap(({ items }) => items);

  return (
    <Panel title={t("title")} description={t("order")} flush>
      {error && <LoadFailed error={error} isFetching={isFetching} refetch={refetch} className="m-4" />}
      {conflicts.length === 0 ? (
        <EmptyState icon={<Split />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ol aria-label={t("label")} className="divide-y divide-line">
          {conflicts.map((conflict) => (
            <ConflictRow key={conflict.id} workspace={workspace} conflict={conflict} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <MoreRows busy={isFetchingNextPage} onMore={() => fetchNextPage()}>
          {common("showMore")}
        </MoreRows>
      )}
    </Panel>
  );
}
