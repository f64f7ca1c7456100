"use client";

import { useTranslations } from "next-intl";
import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type OriginProblem, originLines, originProblem } from "@/components/settings/channels/origins";
import { OriginsField } from "@/components/settings/channels/origins-field";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { EmbedInput, type Helpdesks } from "@/lib/desk/helpdesks/contract";
import { useSaveHelpdesks } from "./use-helpdesks";

type Edits = { origins?: string; isOn?: boolean };
type EmbedPanelProps = { workspace: string; saved: Helpdesks["embed"] };

/** Which other pages may show the panel. Only what was edited is a state here, so a failed save keeps it. */
export function EmbedPanel({ workspace, saved }: EmbedPanelProps) {
  const [edits, setEdits] = useState<Edits>({});
  const [problem, setProblem] = useState<OriginProblem>();
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveHelpdesks(workspace);
  const t = useTranslations("settings.helpdesks.embed");
  const common = useTranslations("common");
  const { origins = saved.allowedOrigins.join("\n"), isOn = saved.isOn } = edits;
  const isEdited = Object.keys(edits).length > 0;
  useUnsaved(isEdited);
  const isNowhere = isOn && originLines(origins).length === 0;

  function edit(changes: Edits) {
    setEdits((current) => ({ ...current, ...changes }));
    save.reset();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = EmbedInput.safeParse({ isOn, allowedOrigins: originLines(origins).map(({ origin }) => origin) });
    const [issue] = checked.error?.issues ?? [];
    flushSync(() => setProblem(issue && originProblem(origins, { ...issue, path: issue.path.slice(1) })));
    if (!checked.success) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    save.mutate(
      { embed: checked.data },
      {
        onSuccess: () => {
          setEdits({});
          toast.success(t("saved"));
        },
      },
    );
  }

  return (
    <Panel title={t("title")} description={t("description")}>
      <form ref={form} method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
        <OptionSwitch title={t("on")} hint={t("onHint")} checked={isOn} onChange={(next) => edit({ isOn: next })} />
        <OriginsField hint={t("originsHint")} text={origins} problem={problem} onChange={(next) => edit({ origins: next })} />
        {isNowhere && <Alert tone="warning">{t("nowhere")}</Alert>}
        {save.error && <Alert>{save.error.message}</Alert>}
        <div>
          <Button type="submit" variant="primary" disabled={!isEdited} busy={save.isPending}>
            {common("save")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
