"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Panel } from "@/components/ui/panel";
import { actionSettingsQuery } from "@/lib/actions/receivers/browser/queries";
import type { getActionSettings } from "@/lib/actions/receivers/contract";
import type { Template } from "@/lib/actions/receivers/shared/fill";
import type { ReplyOf } from "@/lib/kernel/contract";
import { AddressForm } from "./address-form";
import { ButtonsPanel } from "./buttons-panel";
import { ReceiverKit } from "./receiver-kit";
import { ServerCheck } from "./server-check";
import { SigningSecret } from "./signing-secret";

type ActionSettingsProps = { workspace: string; initial: ReplyOf<typeof getActionSettings>; receivers: Template[] };

export function ActionSettings({ workspace, initial, receivers }: ActionSettingsProps) {
  const { data } = useQuery({ ...actionSettingsQuery(workspace), initialData: initial });
  const { url, buttons, secret, allowedOrigins } = data;
  const t = useTranslations("settings.server");

  return (
    <>
      {allowedOrigins.length > 0 && (
        <Alert tone="warning" className="mb-4">
          {t.rich("exempt", {
            origins: allowedOrigins.join(", "),
            code: (origins) => <code className="break-words font-mono text-sm">{origins}</code>,
          })}
        </Alert>
      )}
      <Panel title={t("title")} description={t("description")}>
        <AddressForm workspace={workspace} saved={url ?? ""} />
        {/* Keyed by address: findings hold only for the address that was checked. */}
        <ServerCheck key={url} workspace={workspace} url={url} />
      </Panel>
      <ButtonsPanel workspace={workspace} buttons={buttons} />
      <SigningSecret workspace={workspace} view={secret} />
      <ReceiverKit templates={receivers} buttons={buttons} />
    </>
  );
}
