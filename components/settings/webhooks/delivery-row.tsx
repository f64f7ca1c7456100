"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Moment } from "@/components/time/moment";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Pill } from "@/components/ui/pill";
import { deliveryQuery } from "@/lib/webhooks/browser/queries";
import type { Delivery } from "@/lib/webhooks/contract";

type Props = { workspace: string; endpointId: string; delivery: Delivery; onReplay: (() => void) | undefined };

const tones = { waiting: "note", sending: "note", delivered: "good", failed: "bad", skipped: "plain" } as const;

export function DeliveryRow({ workspace, endpointId, delivery: { eventId, type, at, state, attempts }, onReplay }: Props) {
  const t = useTranslations("settings.webhooks");
  const [isOpen, setOpen] = useState(false);
  const isOver = state !== "waiting" && state !== "sending";
  return (
    <li className="grid gap-2 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere min-w-0 flex-1 basis-40 font-mono text-sm">{type}</span>
        <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
        <span className="text-soft text-xs">
          <Moment at={at} />
        </span>
        <Button aria-expanded={isOpen} aria-label={t("detailsOf", { type })} onClick={() => setOpen(!isOpen)}>
          {t("details")}
        </Button>
        {isOver && onReplay && (
          <Button aria-label={t("replayOf", { type })} onClick={onReplay}>
            {t("replay")}
          </Button>
        )}
      </div>
      {isOpen && <Details key={`${attempts} ${state}`} workspace={workspace} endpointId={endpointId} eventId={eventId} />}
    </li>
  );
}

const box = "wrap-anywhere whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5";

function Details({ workspace, endpointId, eventId }: { workspace: string; endpointId: string; eventId: string }) {
  const t = useTranslations("settings.webhooks");
  const { data, error } = useQuery({ ...deliveryQuery(workspace, endpointId, eventId), staleTime: 0 });
  if (error) return <Alert>{error.message}</Alert>;
  if (!data) return null;
  return (
    <div className="grid gap-2">
      <section aria-label={t("request")} className={box}>
        {data.body}
      </section>
      <ol aria-label={t("attempts")} className="grid gap-2">
        {data.attempts.map(({ id, at, status, reason, replyBody, tookMs }) => (
          <li key={id} className="text-sm">
            <p className="flex flex-wrap gap-x-3">
              <Moment at={at} />
              <span>{status === null ? reason : t("answered", { status: String(status) })}</span>
              <span className="text-soft">{t("took", { ms: String(tookMs) })}</span>
            </p>
            {replyBody && <p className="wrap-anywhere line-clamp-3 font-mono text-soft text-xs">{replyBody}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}
