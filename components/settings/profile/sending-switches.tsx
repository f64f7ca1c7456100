"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { isApple } from "@/components/commands/platform";
import { enterSends, staysInField } from "@/components/desk/composer/sending";
import { goesOn } from "@/components/desk/shared/goes-on";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Panel } from "@/components/ui/panel";

const never = () => () => {};

/** How a member sends what is written in a chat, and what follows a chat that is done. */
export function SendingSwitches() {
  const t = useTranslations("profile.sending");
  const common = useTranslations("commands");
  const keys = useSyncExternalStore(never, isApple, () => false) ? "⌘↵" : `${common("ctrl")}+Enter`;
  return (
    <div id="sending" className="scroll-mt-4">
      <Panel title={t("title")} description={t("description")}>
        <div className="grid gap-3">
          <OptionSwitch title={t("enter")} hint={t("enterHint", { keys })} checked={enterSends.useValue()} onChange={enterSends.set} />
          <OptionSwitch title={t("stay")} hint={t("stayHint")} checked={staysInField.useValue()} onChange={staysInField.set} />
          <OptionSwitch title={t("next")} hint={t("nextHint")} checked={goesOn.useValue()} onChange={goesOn.set} />
        </div>
      </Panel>
    </div>
  );
}
