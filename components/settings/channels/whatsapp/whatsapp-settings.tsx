"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { whatsAppQuery } from "@/lib/channels/whatsapp/browser/queries";
import type { WhatsAppView } from "@/lib/channels/whatsapp/contract";
import { ConnectSteps } from "./connect-steps";
import { MonthPanel } from "./month-panel";
import { OptionsPanel } from "./options-panel";
import { WaitingMessages } from "./waiting-messages";

export function WhatsAppSettings({ workspace, initial }: { workspace: string; initial: WhatsAppView }) {
  const { data: view } = useQuery({ ...whatsAppQuery(workspace), initialData: initial });
  const t = useTranslations("settings.whatsapp");

  return (
    <>
      {view.pausedReason !== null && (
        <Alert className="mb-4">
          <p className="font-semibold">{t("paused.title")}</p>
          <p className="text-pretty break-words">{view.pausedReason}</p>
          <p className="text-pretty">{t("paused.advice")}</p>
        </Alert>
      )}
      <WaitingMessages waiting={view.waiting} />
      <ConnectSteps workspace={workspace} view={view} />
      {view.isConnected && (
        <>
          <MonthPanel month={view.month} />
          <OptionsPanel workspace={workspace} view={view} />
        </>
      )}
    </>
  );
}
