"use client";

import { useQuery } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { Panel } from "@/components/ui/panel";
import type { getActionSettings } from "@/lib/actions/contract";
import { actionSettingsQuery } from "@/lib/actions/queries";
import type { ReplyOf } from "@/lib/contract";
import { AddressForm } from "./address-form";
import { ButtonsPanel } from "./buttons-panel";
import { SigningSecret } from "./signing-secret";

type ActionSettingsProps = { workspace: string; initial: ReplyOf<typeof getActionSettings> };

export function ActionSettings({ workspace, initial }: ActionSettingsProps) {
  const { data } = useQuery({ ...actionSettingsQuery(workspace), initialData: initial });
  const { url, buttons, secret, allowedOrigins } = data;

  return (
    <>
      {allowedOrigins.length > 0 && (
        <Alert tone="warning" className="mb-4">
          For development: these origins are exempt from the address rule:{" "}
          <code className="break-words font-mono text-sm">{allowedOrigins.join(", ")}</code>
        </Alert>
      )}
      <Panel title="Your server" description="One address for all buttons">
        <AddressForm workspace={workspace} saved={url ?? ""} />
      </Panel>
      <ButtonsPanel workspace={workspace} buttons={buttons} />
      <SigningSecret workspace={workspace} view={secret} />
    </>
  );
}
