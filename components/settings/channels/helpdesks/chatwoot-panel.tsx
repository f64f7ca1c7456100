"use client";

import { useTranslations } from "next-intl";
import { CopyLine } from "@/components/settings/shared/copy-line";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { useOrigin } from "@/components/settings/shared/use-origin";
import { Alert } from "@/components/ui/alert";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import type { Helpdesks } from "@/lib/desk/helpdesks/contract";
import { ChatwootForm } from "./chatwoot-form";
import { DisconnectChatwoot } from "./disconnect-chatwoot";
import { useSaveHelpdesks } from "./use-helpdesks";

type ChatwootPanelProps = { workspace: string; chatwoot: Helpdesks["chatwoot"]; path: string; guessedOrigin: string };

/** The panel as a dashboard app of Chatwoot. */
export function ChatwootPanel({ workspace, chatwoot, path, guessedOrigin }: ChatwootPanelProps) {
  const t = useTranslations("settings.helpdesks.chatwoot");
  const save = useSaveHelpdesks(workspace);
  const address = `${useOrigin(guessedOrigin)}${path}`;

  function toggle(isOn: boolean) {
    if (!chatwoot) return;
    const { origin, accountId } = chatwoot;
    save.mutate({ chatwoot: { origin, accountId, isOn } }, { onError: (error) => toast.error(error.message) });
  }
  const isOn = (save.isPending ? save.variables.chatwoot : chatwoot)?.isOn ?? false;

  return (
    <Panel
      title={t("title")}
      description={t("description")}
      action={chatwoot && <DisconnectChatwoot workspace={workspace} origin={chatwoot.origin} />}
    >
      <div className="grid gap-5">
        {chatwoot && chatwoot.pausedReason !== null && <Alert>{chatwoot.pausedReason}</Alert>}
        <ChatwootForm workspace={workspace} chatwoot={chatwoot} />
        <div>
          <CopyLine label={t("address")} text={address} copyLabel={t("copyAddress")} />
          <p className="mt-1.5 max-w-[62ch] text-pretty text-soft text-xs">{t("addressHint")}</p>
        </div>
        {chatwoot && <OptionSwitch title={t("on")} hint={t("onHint")} checked={isOn} onChange={toggle} />}
      </div>
    </Panel>
  );
}
