"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState, useSyncExternalStore } from "react";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Alert } from "@/components/ui/alert";
import type { Preferences } from "@/lib/desk/notifications/browser/preferences";
import { canPush, keepPush, subscribe, unsubscribe } from "@/lib/desk/notifications/browser/push";
import { AppError } from "@/lib/kernel/errors";

type Props = { workspace: string; preferences: Preferences; onChange: (change: Partial<Preferences>) => void };
type Problem = "denied" | "failed" | { message: string };

const never = () => () => {};
const useCanPush = (): boolean | null => useSyncExternalStore(never, canPush, () => null);
const isDenied = () => typeof Notification !== "undefined" && Notification.permission === "denied";

/** Notifications while Beside is closed: whether this browser gets them, and what to do when it does not allow them. */
export function PushSwitch({ workspace, preferences, onChange }: Props) {
  const t = useTranslations("profile.notifications");
  const locale = useLocale();
  const isPossible = useCanPush();
  const [problem, setProblem] = useState<Problem>();
  const { push, pushText } = preferences;

  useEffect(() => {
    if (push && isDenied()) setProblem("denied");
    // Without a connection the next page of chats does it.
    if (push) keepPush(workspace, { preferences, locale }).catch(() => undefined);
  }, [workspace, preferences, locale, push]);

  async function turnOn(): Promise<Problem | undefined> {
    if ((await Notification.requestPermission()) !== "granted") return "denied";
    try {
      await subscribe(workspace, { preferences, locale });
      onChange({ push: true });
      return undefined;
    } catch (error) {
      return error instanceof AppError ? { message: error.message } : "failed";
    }
  }

  async function turnOff(): Promise<Problem | undefined> {
    onChange({ push: false });
    try {
      await unsubscribe(workspace);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? { message: error.message } : "failed";
    }
  }

  async function change(isOn: boolean) {
    setProblem(undefined);
    setProblem(await (isOn ? turnOn() : turnOff()));
  }

  if (isPossible === null) return null;
  if (!isPossible) return <p className="text-soft text-sm">{t("pushNotPossible")}</p>;
  return (
    <>
      <OptionSwitch title={t("push")} hint={t("pushHint")} checked={push} onChange={change} />
      {problem && <Alert>{problem === "denied" ? t("denied") : problem === "failed" ? t("pushFailed") : problem.message}</Alert>}
      {push && (
        <OptionSwitch title={t("pushText")} hint={t("pushTextHint")} checked={pushText} onChange={(isOn) => onChange({ pushText: isOn })} />
      )}
    </>
  );
}
