"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { chatSettingsQuery } from "@/lib/chats/browser/settings";
import { AssignNewChats, type ChatSettings } from "@/lib/chats/settings/contract";
import { changeChatSettings } from "@/lib/chats/settings/endpoints";

/** Chooses who gets a chat that begins. */
export function NewChats({ workspace, initial }: { workspace: string; initial: ChatSettings }) {
  const query = chatSettingsQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const [selected, setSelected] = useState<AssignNewChats>();
  const queries = useQueryClient();
  const t = useTranslations("settings.chats");
  const common = useTranslations("common");
  const saved = data.assignNewChats;
  const chosen = selected ?? saved;
  useUnsaved(chosen !== saved);

  const change = useMutation({
    mutationFn: () => call(changeChatSettings, { params: { workspace }, body: { assignNewChats: chosen } }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      setSelected(undefined);
      toast.success(t(`saved.${reply.assignNewChats}`));
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    change.mutate();
  }

  return (
    <Panel title={t("newChats")} description={t("whoGets")}>
      <form method="post" onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field label={t("assign")} className="w-72 max-w-full">
          <Select
            value={chosen}
            onChange={({ target }) => setSelected(AssignNewChats.options.find((option) => option === target.value) ?? saved)}
          >
            {AssignNewChats.options.map((option) => (
              <option key={option} value={option}>
                {t(`options.${option}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" variant="primary" disabled={chosen === saved} busy={change.isPending}>
          {common("save")}
        </Button>
      </form>
      {change.error && <Alert className="mt-3">{change.error.message}</Alert>}
      <p className="mt-3 max-w-[62ch] text-pretty text-soft text-sm">{t("note")}</p>
    </Panel>
  );
}
