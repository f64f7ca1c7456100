"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { AssignNewChats } from "@/lib/chats/settings/contract";
import { ChatSettingsPanel, type ChatSettingsProps } from "./settings-panel";

/** Chooses who gets a chat that begins. */
export function NewChats(props: ChatSettingsProps) {
  const t = useTranslations("settings.chats");
  return (
    <ChatSettingsPanel
      {...props}
      title={t("newChats")}
      description={t("whoGets")}
      note={t("note")}
      savedText={({ assignNewChats }) => t(`saved.${assignNewChats}`)}
    >
      {({ assignNewChats }, choose) => (
        <Field label={t("assign")} className="w-72 max-w-full">
          <Select value={assignNewChats} onChange={({ target }) => choose({ assignNewChats: AssignNewChats.parse(target.value) })}>
            {AssignNewChats.options.map((option) => (
              <option key={option} value={option}>
                {t(`options.${option}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </ChatSettingsPanel>
  );
}
