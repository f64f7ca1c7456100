"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Split } from "lucide-react";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
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
      {error && (
        <Alert
          className="m-4"
          action={
            <Button busy={isFetching} onClick={() => refetch()}>
              {common("tryAgain")}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
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
        <div className="flex justify-center border-line border-t p-2">
          <Button variant="ghost" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {common("showMore")}
          </Button>
        </div>
      )}
    </Panel>
  );
}
