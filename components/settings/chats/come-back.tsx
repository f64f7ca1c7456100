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
import { type ChatSettings, ComeBack as Where } from "@/lib/chats/settings/contract";
import { changeChatSettings } from "@/lib/chats/settings/endpoints";

type Chosen = Pick<ChatSettings, "comeBack" | "comeBackMinutes">;

const choices = [2, 5, 10, 15, 30, 60, 120, 240];

/** Chooses what becomes of a chat whose customer waits for its assignee. */
export function ComeBack({ workspace, initial }: { workspace: string; initial: ChatSettings }) {
  const query = chatSettingsQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const [selected, setSelected] = useState<Partial<Chosen>>({});
  const queries = useQueryClient();
  const t = useTranslations("settings.comeBack");
  const common = useTranslations("common");
  const { comeBack, comeBackMinutes }: Chosen = { ...data, ...selected };
  const isSaved = comeBack === data.comeBack && comeBackMinutes === data.comeBackMinutes;
  useUnsaved(!isSaved);

  const change = useMutation({
    mutationFn: () => call(changeChatSettings, { params: { workspace }, body: { comeBack, comeBackMinutes } }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      setSelected({});
      toast.success(t(`saved.${reply.comeBack}`));
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    change.mutate();
  }

  const minutes = [...new Set([...choices, data.comeBackMinutes])].sort((a, b) => a - b);
  return (
    <Panel title={t("title")} description={t("description")}>
      <form method="post" onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field label={t("where")} className="w-72 max-w-full">
          <Select
            value={comeBack}
            onChange={({ target }) =>
              setSelected((now) => ({ ...now, comeBack: Where.options.find((option) => option === target.value) ?? data.comeBack }))
            }
          >
            {Where.options.map((option) => (
              <option key={option} value={option}>
                {t(`options.${option}`)}
              </option>
            ))}
          </Select>
        </Field>
        {comeBack !== "off" && (
          <Field label={t("after")} className="w-48 max-w-full">
            <Select
              value={comeBackMinutes}
              onChange={({ target }) => setSelected((now) => ({ ...now, comeBackMinutes: Number(target.value) }))}
            >
              {minutes.map((count) => (
                <option key={count} value={count}>
                  {t("minutes", { count })}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Button type="submit" variant="primary" disabled={isSaved} busy={change.isPending}>
          {common("save")}
        </Button>
      </form>
      {change.error && <Alert className="mt-3">{change.error.message}</Alert>}
      <p className="mt-3 max-w-[62ch] text-pretty text-soft text-sm">{t("note")}</p>
    </Panel>
  );
}
