"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { ComeBack as Where } from "@/lib/chats/settings/contract";
import { ChatSettingsPanel, type ChatSettingsProps } from "./settings-panel";

const choices = [2, 5, 10, 15, 30, 60, 120, 240];

/** Chooses what becomes of a chat whose customer waits for its assignee. */
export function ComeBack(props: ChatSettingsProps) {
  const t = useTranslations("settings.comeBack");
  return (
    <ChatSettingsPanel
      {...props}
      title={t("title")}
      description={t("description")}
      note={t("note")}
      savedText={({ comeBack }) => t(`saved.${comeBack}`)}
    >
      {({ comeBack, comeBackMinutes }, choose, saved) => (
        <>
          <Field label={t("where")} className="w-72 max-w-full">
            <Select value={comeBack} onChange={({ target }) => choose({ comeBack: Where.parse(target.value) })}>
              {Where.options.map((option) => (
                <option key={option} value={option}>
                  {t(`options.${option}`)}
                </option>
              ))}
            </Select>
          </Field>
          {comeBack !== "off" && (
            <Field label={t("after")} className="w-48 max-w-full">
              <Select value={comeBackMinutes} onChange={({ target }) => choose({ comeBackMinutes: Number(target.value) })}>
                {[...new Set([...choices, saved.comeBackMinutes])]
                  .sort((a, b) => a - b)
                  .map((count) => (
                    <option key={count} value={count}>
                      {t("minutes", { count })}
                    </option>
                  ))}
              </Select>
            </Field>
          )}
        </>
      )}
    </ChatSettingsPanel>
  );
}
