"use client";

import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Panel } from "@/components/ui/panel";
import { canNotify, type Preferences, savePreferences, usePreferences } from "@/lib/desk/notifications/browser/preferences";
import { type NotificationKind, notificationKinds } from "@/lib/desk/notifications/shared/kinds";
import { PushSwitch } from "./push-switch";

const never = () => () => {};
const useCanNotify = (): boolean | null => useSyncExternalStore(never, canNotify, () => null);

/** The sound is only loaded by who wants it. */
async function listen(): Promise<void> {
  const { allowSound, playSound } = await import("@/lib/desk/notifications/browser/sound");
  await allowSound();
  playSound("message");
}

/** What Beside notifies of in this browser. Nothing is asked for before it is switched on here. */
export function Notifications({ workspace, account }: { workspace: string; account: string }) {
  const t = useTranslations("profile.notifications");
  const isPossible = useCanNotify();
  const preferences = usePreferences(account);
  const { desktop, sound, kinds } = preferences;
  const [isDenied, setDenied] = useState(false);
  const save = (change: Partial<Preferences>) => savePreferences(account, { ...preferences, ...change });

  async function setDesktop(isOn: boolean) {
    const permission = isOn ? await Notification.requestPermission() : "granted";
    setDenied(permission !== "granted");
    save({ desktop: isOn && permission === "granted" });
  }

  function setSound(isOn: boolean) {
    save({ sound: isOn });
    if (isOn) void listen();
  }

  const toggle = (kind: NotificationKind, isOn: boolean) =>
    save({ kinds: notificationKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))) });

  return (
    <Panel title={t("title")} description={t("description")}>
      {isPossible === false ? (
        <p className="text-soft">{t("notPossible")}</p>
      ) : (
        <div className="grid gap-3">
          <OptionSwitch title={t("desktop")} hint={t("desktopHint")} checked={desktop} onChange={setDesktop} />
          {isDenied && <Alert>{t("denied")}</Alert>}
          <OptionSwitch title={t("sound")} hint={t("soundHint")} checked={sound} onChange={setSound} />
          {sound && (
            <Button className="justify-self-start" onClick={listen}>
              {t("listen")}
            </Button>
          )}
          <PushSwitch workspace={workspace} preferences={preferences} onChange={save} />
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-medium">{t("kinds")}</legend>
            {notificationKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={t(`of.${kind}`)}
                checked={kinds.includes(kind)}
                onChange={({ target }) => toggle(kind, target.checked)}
              />
            ))}
          </fieldset>
        </div>
      )}
    </Panel>
  );
}
