"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import { type RequestPage, requestsQuery } from "@/lib/domain/request-log/browser/queries";
import { RequestRow } from "./request-row";
import { RequestSkeleton } from "./request-skeleton";

/** `firstPage` is the newest page of everything, read with the page. */
type RequestLogProps = { workspace: string; firstPage: RequestPage };

export function RequestLog({ workspace, firstPage }: RequestLogProps) {
  const [onlyErrors, setOnlyErrors] = useState(false);
  const { data, error, refetch, isFetching, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...requestsQuery(workspace, onlyErrors),
    ...(!onlyErrors && { initialData: { pages: [firstPage], pageParams: [""] } }),
  });
  const requests = data?.pages.flatMap((page) => page.requests);

  const filter = (
    <span className="flex items-center gap-2 text-sm">
      <span aria-hidden>Only errors</span>
      <Switch label="Only errors" checked={onlyErrors} onCheckedChange={setOnlyErrors} />
    </span>
  );

  return (
    <Panel title="Calls" description="Newest first; new ones appear by themselves" action={filter} flush>
      {!requests && !error && <RequestSkeleton />}
      {error && (
        <Alert
          className="m-4"
          action={
            <Button busy={isFetching} onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {requests?.length === 0 && (
        <EmptyState icon={<ArrowLeftRight />} title={onlyErrors ? "No errors" : "No calls yet"}>
          {onlyErrors
            ? "No call of the last 30 days was refused."
            : "The first call with a key of this workspace appears here a second after its answer."}
        </EmptyState>
      )}
      {requests && requests.length > 0 && (
        <ol aria-label="Calls" className="divide-y divide-line">
          {requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <div className="flex justify-center border-line border-t p-2">
          <Button variant="ghost" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
    </Panel>
  );
}
