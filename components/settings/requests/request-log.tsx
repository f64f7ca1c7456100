"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import { type RequestPage, requestsQuery } from "@/lib/workspace/request-log/browser/queries";
import { RequestRow } from "./request-row";
import { RequestSkeleton } from "./request-skeleton";

/** `firstPage` is the newest unfiltered page, from the server render. */
type RequestLogProps = { workspace: string; firstPage: RequestPage; whenEmpty: ReactNode };

export function RequestLog({ workspace, firstPage, whenEmpty }: RequestLogProps) {
  const [onlyErrors, setOnlyErrors] = useState(false);
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...requestsQuery(workspace, onlyErrors),
    ...(!onlyErrors && { initialData: { pages: [firstPage], pageParams: [""] } }),
  });
  const t = useTranslations("settings.requests");
  const common = useTranslations("common");
  const requests = data?.pages.flatMap((page) => page.items);

  const filter = (
    <span className="flex items-center gap-2 text-sm">
      <span aria-hidden>{t("onlyErrors")}</span>
      <Switch label={t("onlyErrors")} checked={onlyErrors} onCheckedChange={setOnlyErrors} />
    </span>
  );

  return (
    <Panel title={t("list")} hidesTitle description={t("order")} action={filter} flush>
      {!requests && !error && <RequestSkeleton />}
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
      {requests?.length === 0 && (
        <EmptyState icon={<ArrowLeftRight />} title={t(onlyErrors ? "noErrorsTitle" : "noneTitle")} action={!onlyErrors && whenEmpty}>
          {t(onlyErrors ? "noErrors" : "none")}
        </EmptyState>
      )}
      {requests && requests.length > 0 && (
        <ol aria-label={t("label")} className="divide-y divide-line">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-line border-t p-2">
          <Button variant="ghost" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {common("showEarlier")}
          </Button>
        </div>
      )}
    </Panel>
  );
}
