"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { RelativeTime } from "@/components/time/relative-time";
import { CopyButton } from "@/components/ui/copy-button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { loaderMinutes } from "@/lib/channels/shared/loader";
import type { WebsiteView } from "@/lib/channels/website/contract";
import { useWebsite } from "./use-website";

/** The line to paste, and the switch that is saved at once. */
export function SnippetPanel({ workspace, view }: { workspace: string; view: WebsiteView }) {
  const t = useTranslations("settings.website.snippet");
  const { save } = useWebsite(workspace);
  const { settings, snippet, firstMessageAt } = view;

  function toggle(isOn: boolean) {
    save.mutate(
      { ...settings, isOn },
      { onSuccess: () => toast.success(isOn ? t("switchedOn") : t("switchedOff", { minutes: loaderMinutes })), onError },
    );
  }
  const onError = (error: Error) => toast.error(error.message);

  return (
    <Panel title={t("title")} description={t("description")} action={<CopyButton text={snippet} label={t("copy")} />}>
      <output
        aria-label={t("label")}
        className="block select-all break-all rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
      >
        {snippet}
      </output>
      <div className="mt-3">
        <OptionSwitch title={t("on")} hint={t("onHint")} checked={save.isPending ? save.variables.isOn : settings.isOn} onChange={toggle} />
      </div>
      {firstMessageAt !== null && (
        <p className="mt-2 flex gap-1.5 text-soft text-sm">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          <span>{t.rich("received", { time: () => <RelativeTime at={firstMessageAt} ago /> })}</span>
        </p>
      )}
    </Panel>
  );
}
