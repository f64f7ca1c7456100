"use client";

import { useTranslations } from "next-intl";
import { originLines } from "@/components/settings/channels/origins";
import { OriginsField } from "@/components/settings/channels/origins-field";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Alert } from "@/components/ui/alert";
import type { WebsiteFieldsProps } from "./look-fields";

/** The pages that may show the chat. */
export function OriginFields({ draft, problems, onChange }: WebsiteFieldsProps) {
  const t = useTranslations("settings.website.fields");
  const isNowhere = !draft.allowAnyOrigin && originLines(draft.origins).length === 0;

  return (
    <div className="grid gap-4">
      <OriginsField hint={t("originsHint")} text={draft.origins} problem={problems.origins} onChange={(origins) => onChange({ origins })} />
      {isNowhere && <Alert tone="warning">{t("nowhere")}</Alert>}
      <OptionSwitch
        title={t("anyOrigin")}
        hint={t("anyOriginHint")}
        checked={draft.allowAnyOrigin}
        onChange={(allowAnyOrigin) => onChange({ allowAnyOrigin })}
      />
      {draft.allowAnyOrigin && <Alert tone="warning">{t("anyOriginWarning")}</Alert>}
    </div>
  );
}
