"use client";

import { useTranslations } from "next-intl";
import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { loaderMinutes } from "@/lib/channels/shared/loader";
import type { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";
import { LauncherPreview } from "./launcher-preview";
import { LookFields } from "./look-fields";
import { OriginFields } from "./origin-fields";
import { useWebsite } from "./use-website";
import { checkDraft, draftOf, type WebsiteDraft, type WebsiteProblems } from "./website-draft";

type WebsiteFormProps = { workspace: string; name: string; saved: WebsiteSettings };

/** Only what was edited is a state here: a failed save keeps it, and what a colleague saves meanwhile is shown beside it. */
export function WebsiteForm({ workspace, name, saved }: WebsiteFormProps) {
  const [edits, setEdits] = useState<Partial<WebsiteDraft>>({});
  const [problems, setProblems] = useState<WebsiteProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const { save } = useWebsite(workspace);
  const t = useTranslations("settings.website.form");
  const common = useTranslations("common");
  const draft = { ...draftOf(saved), ...edits };
  const isEdited = Object.keys(edits).length > 0;
  useUnsaved(isEdited);

  function edit(changes: Partial<WebsiteDraft>) {
    setEdits((current) => ({ ...current, ...changes }));
    save.reset();
  }

  function discard() {
    setEdits({});
    setProblems({});
    save.reset();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = checkDraft(draft, saved.isOn);
    flushSync(() => setProblems(checked.ok ? {} : checked.problems));
    if (!checked.ok) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    save.mutate(checked.body, {
      onSuccess: () => {
        discard();
        toast.success(t("saved", { minutes: loaderMinutes }));
      },
    });
  }

  return (
    <form ref={form} method="post" onSubmit={onSubmit} noValidate>
      <Panel title={t("look")} description={t("lookDescription")}>
        <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_260px]">
          <LookFields draft={draft} problems={problems} onChange={edit} />
          <LauncherPreview name={name} draft={draft} fallback={saved.colour} />
        </div>
      </Panel>
      <Panel title={t("origins")} description={t("originsDescription")}>
        <OriginFields draft={draft} problems={problems} onChange={edit} />
      </Panel>
      {save.error && <Alert className="mb-3">{save.error.message}</Alert>}
      <div className="mb-6 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" disabled={!isEdited} busy={save.isPending}>
          {common("save")}
        </Button>
        {isEdited && (
          <Button variant="ghost" onClick={discard}>
            {t("discard")}
          </Button>
        )}
        <p role="status" className="text-soft text-sm">
          {isEdited ? t("unsaved") : ""}
        </p>
        <p className="w-full text-pretty text-soft text-xs">{t("visibleWithin", { minutes: loaderMinutes })}</p>
      </div>
    </form>
  );
}
