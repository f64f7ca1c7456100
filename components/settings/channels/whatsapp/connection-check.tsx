"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Findings } from "@/components/settings/channels/findings";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/browser/call";
import { whatsAppQuery } from "@/lib/channels/whatsapp/browser/queries";
import { checkWhatsApp } from "@/lib/channels/whatsapp/endpoints";

/** Asks Meta whether the saved values work. */
export function ConnectionCheck({ workspace, isConnected }: { workspace: string; isConnected: boolean }) {
  const t = useTranslations("settings.whatsapp.check");
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => call(checkWhatsApp, { params: { workspace }, body: {} }),
    // It also stores the number as Meta writes it, and ends a pause.
    onSuccess: () => queries.invalidateQueries(whatsAppQuery(workspace)),
  });

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p id="whatsapp-check" className="min-w-0 flex-1 basis-64 text-pretty text-soft">
          {t(isConnected ? "description" : "notConnected")}
        </p>
        <Button disabled={!isConnected} busy={check.isPending} aria-describedby="whatsapp-check" onClick={() => check.mutate()}>
          {t("run")}
        </Button>
      </div>
      {check.error && <Alert className="mt-3">{check.error.message}</Alert>}
      <div role="status">
        {check.data && (
          <>
            <p className="mt-3 font-medium text-sm">{t(check.data.ok ? "passed" : "failed")}</p>
            <Findings label={t("label")} findings={check.data.findings} />
          </>
        )}
      </div>
    </>
  );
}
