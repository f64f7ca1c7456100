"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { retentionQuery } from "@/lib/data/retention/browser/queries";
import { type EventsKeptDays, periods } from "@/lib/data/retention/contract";
import { chooseRetention } from "@/lib/data/retention/endpoints";
import type { Translator } from "@/lib/messages";

const yearDays = 365;

/** "forever", "for 90 days", "for 1 year". */
function retentionText(t: Translator<"settings.data">, days: EventsKeptDays): string {
  if (days === null) return t("forever");
  const years = days / yearDays;
  return Number.isInteger(years) ? t("years", { count: years }) : t("days", { count: days });
}

type RetentionChoiceProps = { workspace: string; mayChoose: boolean; initial: { eventsKeptDays: EventsKeptDays } };

export function RetentionChoice({ workspace, mayChoose, initial }: RetentionChoiceProps) {
  const query = retentionQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const [selected, setSelected] = useState<EventsKeptDays>();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const queries = useQueryClient();
  const t = useTranslations("settings.data");
  const common = useTranslations("common");
  const saved = data.eventsKeptDays;
  const chosen = selected === undefined ? saved : selected;
  useUnsaved(chosen !== saved);
  const isShorter = chosen !== null && (saved === null || chosen < saved);

  const choose = useMutation({
    mutationFn: () => call(chooseRetention, { params: { workspace }, body: { eventsKeptDays: chosen } }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      setSelected(undefined);
      setConfirmOpen(false);
      toast.success(t("saved", { period: retentionText(t, reply.eventsKeptDays) }));
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    choose.reset();
    if (isShorter) setConfirmOpen(true);
    else choose.mutate();
  }

  return (
    <Panel title={t("events")} description={t("counted")}>
      <form method="post" onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
        <Field label={t("keep")} className="w-64 max-w-full">
          <Select
            value={chosen ?? ""}
            disabled={!mayChoose}
            onChange={({ target }) => setSelected(periods.find((days) => String(days) === target.value) ?? null)}
          >
            {[null, ...periods.toReversed()].map((days) => (
              <option key={days} value={days ?? ""}>
                {retentionText(t, days)}
              </option>
            ))}
          </Select>
        </Field>
        {mayChoose && (
          <Button type="submit" variant="primary" disabled={chosen === saved} busy={choose.isPending}>
            {common("save")}
          </Button>
        )}
      </form>
      {choose.error && !isConfirmOpen && <Alert className="mt-3">{choose.error.message}</Alert>}
      <p className="mt-3 max-w-[62ch] text-pretty text-soft text-sm">{t(mayChoose ? "note" : "ownersOnly")}</p>
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={t("confirmTitle", { period: retentionText(t, chosen) })}
        confirmLabel={t("confirm")}
        danger
        busy={choose.isPending}
        error={choose.error?.message}
        onConfirm={() => choose.mutate()}
      >
        {t("confirmBody")}
      </ConfirmDialog>
    </Panel>
  );
}
