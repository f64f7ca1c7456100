"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsRow } from "@/components/settings/shared/settings-row";
import { RelativeTime } from "@/components/time/relative-time";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { isolated } from "@/lib/kernel/text";
import { webhooksQuery } from "@/lib/webhooks/browser/queries";
import { changeWebhook, removeWebhook, rotateWebhook, testWebhook } from "@/lib/webhooks/endpoints";
import { everyType } from "@/lib/webhooks/shared/types";
import { DeliveryLog } from "./delivery-log";
import { type Endpoint, nameOf } from "./endpoint";
import { useLogFilter } from "./use-log-filter";
import { WebhookDialog } from "./webhook-dialog";
import { WebhookHealth } from "./webhook-health";

type Props = { workspace: string; endpoint: Endpoint; onSecret: (secret: string) => void };

export function WebhookRow({ workspace, endpoint, onSecret }: Props) {
  const t = useTranslations("settings.webhooks");
  const queries = useQueryClient();
  const [isRotating, setRotating] = useState(false);
  const log = useLogFilter();
  const { id, url, description, types, disabledAt, lastSuccessAt, overlapEndsAt } = endpoint;
  const name = nameOf(endpoint);
  const params = { workspace, endpointId: id };
  const refresh = () => queries.invalidateQueries(webhooksQuery(workspace));

  // An error in a dialog may mean that the endpoint has changed, so closing it refetches.
  function close() {
    setRotating(false);
    void refresh();
  }

  // What was sent changes the endpoint's health.
  function closeLog() {
    log.close();
    void refresh();
  }

  const failed = (error: Error) => toast.error(error.message);
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params, body: {} }),
    onSuccess: () => toast.success(t("tested")),
    onError: failed,
  });
  const turn = useMutation({
    mutationFn: (enabled: boolean) => call(changeWebhook, { params, body: { enabled } }),
    onSuccess: refresh,
    onError: failed,
  });
  const rotate = useMutation({
    mutationFn: () => call(rotateWebhook, { params, body: {} }),
    onSuccess: ({ secret }) => {
      close();
      onSecret(secret);
    },
  });

  return (
    <SettingsRow
      editLabel={t("edit", { name: isolated(name) })}
      editor={(dialog) => <WebhookDialog workspace={workspace} endpoint={endpoint} {...dialog} />}
      removal={{
        label: t("removeOf", { name: isolated(name) }),
        title: t.rich("removeTitle", { name, bdi }),
        body: t("removeBody"),
        confirm: t("removeConfirm"),
        run: () => call(removeWebhook, { params }),
      }}
      refresh={refresh}
      below={
        <div className="grid w-full gap-2">
          <WebhookHealth endpoint={endpoint} />
          <div className="flex flex-wrap gap-2">
            <Button aria-label={t("logOf", { name: isolated(name) })} onClick={() => log.change({ log: id })}>
              {t("log")}
            </Button>
            {disabledAt === null && url !== null && (
              <Button aria-label={t("testOf", { name: isolated(name) })} busy={test.isPending} onClick={() => test.mutate()}>
                {t("test")}
              </Button>
            )}
            <Button
              aria-label={t("rotateOf", { name: isolated(name) })}
              onClick={() => {
                rotate.reset();
                setRotating(true);
              }}
            >
              {t("rotate")}
            </Button>
            <Button
              aria-label={t(disabledAt === null ? "switchOffOf" : "switchOnOf", { name: isolated(name) })}
              busy={turn.isPending}
              onClick={() => turn.mutate(disabledAt !== null)}
            >
              {t(disabledAt === null ? "switchOff" : "switchOn")}
            </Button>
          </div>
          <DeliveryLog workspace={workspace} endpoint={endpoint} open={log.log === id} onClose={closeLog} />
          <ConfirmDialog
            open={isRotating}
            onOpenChange={close}
            title={t.rich("rotateTitle", { name, bdi })}
            confirmLabel={t("rotateConfirm")}
            busy={rotate.isPending}
            error={rotate.error?.message}
            onConfirm={rotate.mutate}
          >
            {t("rotateBody")}
          </ConfirmDialog>
        </div>
      }
    >
      <div className="min-w-0 flex-1 basis-56">
        <p className="wrap-anywhere font-medium">{name}</p>
        {description !== "" && <p className="wrap-anywhere text-soft text-sm">{url ?? t("read")}</p>}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-soft text-xs">
          <span>{types.includes(everyType) ? t("everyType") : t("typeCount", { count: types.length })}</span>
          {lastSuccessAt && <span>{t.rich("lastSuccess", { time: () => <RelativeTime at={lastSuccessAt} ago /> })}</span>}
          {overlapEndsAt && <span>{t.rich("overlap", { time: () => <RelativeTime at={overlapEndsAt} /> })}</span>}
        </p>
      </div>
    </SettingsRow>
  );
}
