"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { whatsAppQuery } from "@/lib/channels/whatsapp/browser/queries";
import type { WhatsAppView } from "@/lib/channels/whatsapp/contract";
import { saveWhatsApp } from "@/lib/channels/whatsapp/endpoints";
import { Disconnect } from "./disconnect";

type Options = Pick<WhatsAppView, "isOn" | "sendsReceipts">;

/** Each switch is saved at once. */
export function OptionsPanel({ workspace, view }: { workspace: string; view: WhatsAppView }) {
  const t = useTranslations("settings.whatsapp.options");
  const queries = useQueryClient();
  const { phoneNumberId, businessAccountId } = view;
  const change = useMutation({
    // A second change waits for the first.
    scope: { id: "whatsapp options" },
    mutationFn: (options: Partial<Options>) =>
      call(saveWhatsApp, { params: { workspace }, body: { phoneNumberId: phoneNumberId ?? "", businessAccountId, ...options } }),
    onSuccess: (saved) => queries.setQueryData(whatsAppQuery(workspace).queryKey, saved),
    onError: (error) => toast.error(error.message),
  });
  const shown: Options = { ...view, ...(change.isPending ? change.variables : {}) };

  return (
    <Panel title={t("title")} action={<Disconnect workspace={workspace} />}>
      <div className="grid gap-3">
        <OptionSwitch title={t("on")} hint={t("onHint")} checked={shown.isOn} onChange={(isOn) => change.mutate({ isOn })} />
        <OptionSwitch
          title={t("receipts")}
          hint={t("receiptsHint")}
          checked={shown.sendsReceipts}
          onChange={(sendsReceipts) => change.mutate({ sendsReceipts })}
        />
      </div>
    </Panel>
  );
}
