"use client";

import { useTranslations } from "next-intl";
import { useKeysEnabled } from "@/components/commands/commands";
import { enableKeys } from "@/components/commands/keys-setting";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";

/** Single keys disturb those who dictate, or whose hands tremble. */
export function KeysSwitch() {
  const t = useTranslations("profile.keys");
  return (
    <div id="keys" className="scroll-mt-4">
      <Panel title={t("title")} description={t("description")}>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p aria-hidden className="font-medium">
              {t("single")}
            </p>
            <p className="text-pretty text-soft text-sm">{t("hint")}</p>
          </div>
          <Switch label={t("single")} checked={useKeysEnabled()} onCheckedChange={enableKeys} />
        </div>
      </Panel>
    </div>
  );
}
