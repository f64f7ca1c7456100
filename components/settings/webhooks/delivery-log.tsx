"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { dayMs } from "@/lib/kernel/durations";
import { deliveriesQuery } from "@/lib/webhooks/browser/queries";
import { replayWebhook } from "@/lib/webhooks/endpoints";
import { DeliveryFilters } from "./delivery-filters";
import { DeliveryRow } from "./delivery-row";
import { type Endpoint, nameOf } from "./endpoint";
import { useLogFilter } from "./use-log-filter";

type Props = { workspace: string; endpoint: Endpoint; open: boolean; onClose: () => void };

const keptMs = 30 * dayMs;
const refetchMs = 5_000;

/** What was sent to an endpoint in the last 30 days, with each answer. */
export function DeliveryLog({ workspace, endpoint, open, onClose }: Props) {
  const t = useTranslations("settings.webhooks");
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t("logTitle")} description={nameOf(endpoint)}>
      {open && <Deliveries workspace={workspace} endpoint={endpoint} />}
    </Dialog>
  );
}

function Deliveries({ workspace, endpoint: { id, disabledAt } }: Pick<Props, "workspace" | "endpoint">) {
  const t = useTranslations("settings.webhooks");
  const common = useTranslations("common");
  const queries = useQueryClient();
  const [now] = useState(Date.now);
  const { query: filter, isFiltered } = useLogFilter();
  const query = deliveriesQuery(workspace, id, filter);
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    ...query,
    refetchInterval: refetchMs,
  });
  const replay = useMutation({
    mutationFn: (asked: { eventIds: string[] } | { from: string; to: string }) =>
      call(replayWebhook, { params: { workspace, endpointId: id }, body: asked }),
    onSuccess: ({ replayed }) => {
      toast.success(t("replayed", { count: replayed }));
      void queries.invalidateQueries({ queryKey: query.queryKey.slice(0, -1) });
    },
    onError: ({ message }) => toast.error(message),
  });
  const found = data?.pages.flatMap(({ items }) => items) ?? [];
  const isAnyMissed = found.some(({ state }) => state === "failed" || state === "skipped");

  return (
    <div className="grid gap-3">
      <DeliveryFilters />
      {error && <Alert>{error.message}</Alert>}
      {isAnyMissed && disabledAt === null && (
        <Button
          className="justify-self-start"
          busy={replay.isPending}
          onClick={() => replay.mutate({ from: new Date(now - keptMs).toISOString(), to: new Date(Date.now()).toISOString() })}
        >
          {t("replayMissed")}
        </Button>
      )}
      {data && found.length === 0 && <p className="text-soft">{t(isFiltered ? "logNoMatch" : "logEmpty")}</p>}
      <ul aria-label={t("logTitle")} aria-busy={isPlaceholderData} className="divide-y divide-line">
        {found.map((delivery) => (
          <DeliveryRow
            key={delivery.eventId}
            workspace={workspace}
            endpointId={id}
            delivery={delivery}
            onReplay={disabledAt === null ? () => replay.mutate({ eventIds: [delivery.eventId] }) : undefined}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="justify-self-center" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {common("showMore")}
        </Button>
      )}
    </div>
  );
}
