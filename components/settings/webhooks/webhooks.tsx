"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SecretDialog } from "@/components/settings/shared/secret-dialog";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf } from "@/lib/kernel/contract";
import { webhooksQuery } from "@/lib/webhooks/browser/queries";
import type { listWebhooks } from "@/lib/webhooks/contract";
import { maxEndpoints } from "@/lib/webhooks/shared/types";
import { WebhookDialog } from "./webhook-dialog";
import { WebhookRow } from "./webhook-row";

const refetchMs = 15_000;

/** The addresses that get webhooks. */
export function Webhooks({ workspace, initial }: { workspace: string; initial: ReplyOf<typeof listWebhooks> }) {
  const t = useTranslations("settings.webhooks");
  // Their health changes by itself.
  const { data } = useQuery({ ...webhooksQuery(workspace), initialData: initial, refetchInterval: refetchMs });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const endpoints = data.data;
  const add = (
    <Button disabled={endpoints.length >= maxEndpoints} onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t("add")}
    </Button>
  );

  return (
    <Panel title={t("title")} hidesTitle description={t("description")} action={add} flush>
      {endpoints.length === 0 ? (
        <EmptyState icon={<Webhook />} title={t("noneTitle")}>
          {t("none")}
        </EmptyState>
      ) : (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {endpoints.map((endpoint) => (
            <WebhookRow key={endpoint.id} workspace={workspace} endpoint={endpoint} onSecret={setSecret} />
          ))}
        </ul>
      )}
      <WebhookDialog workspace={workspace} open={isAdding} onClose={() => setAdding(false)} onSecret={setSecret} />
      <SecretDialog
        title={t("secretTitle")}
        label={t("secretLabel")}
        copyLabel={t("secretCopy")}
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        {t("secretBody")}
      </SecretDialog>
    </Panel>
  );
}
