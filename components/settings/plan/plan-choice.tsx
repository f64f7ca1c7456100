"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { useUnsaved } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import type { ReplyOf } from "@/lib/kernel/contract";
import { Plan } from "@/lib/kernel/contract";
import { planQuery } from "@/lib/workspace/workspaces/browser/queries";
import type { getPlan } from "@/lib/workspace/workspaces/contract";
import { choosePlan } from "@/lib/workspace/workspaces/endpoints";
import { allows, plans } from "@/lib/workspace/workspaces/shared/plans";
import { PlanCard } from "./plan-card";

type PlanChoiceProps = { workspace: string; mayChoose: boolean; initial: ReplyOf<typeof getPlan> };

const sortedPlans = Plan.options.toSorted((a, b) => plans[a].rank - plans[b].rank);

export function PlanChoice({ workspace, mayChoose, initial }: PlanChoiceProps) {
  const query = planQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const [selected, setSelected] = useState<Plan>();
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const queries = useQueryClient();
  const t = useTranslations("settings.plan");
  const router = useRouter();
  const chosen = selected ?? data.plan;
  useUnsaved(chosen !== data.plan);
  const chosenName = t(`names.${chosen}`);

  const choose = useMutation({
    mutationFn: (plan: Plan) => call(choosePlan, { params: { workspace }, body: { plan } }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      setSelected(undefined);
      setConfirmOpen(false);
      toast.success(t("changed", { plan: t(`names.${reply.plan}`) }));
      router.refresh();
    },
  });

  const losesApi = allows(data.plan, "contextApi") && !allows(chosen, "contextApi");

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (losesApi) setConfirmOpen(true);
    else choose.mutate(chosen);
  }

  return (
    <form method="post" onSubmit={onSubmit}>
      <fieldset disabled={!mayChoose} className="grid gap-3 md:grid-cols-3">
        <legend className="sr-only">{t("label")}</legend>
        {sortedPlans.map((plan) => (
          <PlanCard key={plan} plan={plan} isCurrent={plan === data.plan} isChosen={plan === chosen} onChoose={setSelected} />
        ))}
      </fieldset>
      {choose.error && !isConfirmOpen && <Alert className="mt-4">{choose.error.message}</Alert>}
      {mayChoose ? (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={chosen === data.plan} busy={choose.isPending}>
            {chosen === data.plan ? t("change") : t("changeTo", { plan: chosenName })}
          </Button>
          {chosen === data.plan && <p className="text-soft text-sm">{t("selectAnother")}</p>}
        </div>
      ) : (
        <p className="mt-4 text-soft text-sm">{t("ownersOnly")}</p>
      )}
      <ConfirmDialog
        open={isConfirmOpen}
        onOpenChange={setConfirmOpen}
        title={t("confirmTitle", { plan: chosenName })}
        confirmLabel={t("changeTo", { plan: chosenName })}
        danger
        busy={choose.isPending}
        error={choose.error?.message}
        onConfirm={() => choose.mutate(chosen)}
      >
        {t("confirmBody")}
      </ConfirmDialog>
    </form>
  );
}
