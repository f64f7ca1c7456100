"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type SubmitEvent, useState } from "react";
import { toast } from "sonner";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/browser/call";
import { planQuery } from "@/lib/domain/workspaces/browser/queries";
import { choosePlan, type getPlan } from "@/lib/domain/workspaces/contract";
import { allows, plans } from "@/lib/domain/workspaces/shared/plans";
import type { ReplyOf } from "@/lib/kernel/contract";
import { Plan } from "@/lib/kernel/contract";
import { PlanCard } from "./plan-card";

type PlanChoiceProps = { workspace: string; mayChoose: boolean; initial: ReplyOf<typeof getPlan> };

const inOrder = Plan.options.toSorted((a, b) => plans[a].rank - plans[b].rank);

export function PlanChoice({ workspace, mayChoose, initial }: PlanChoiceProps) {
  const query = planQuery(workspace);
  const { data } = useQuery({ ...query, initialData: initial });
  const [wanted, setWanted] = useState<Plan>();
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const router = useRouter();
  const chosen = wanted ?? data.plan;

  const choose = useMutation({
    mutationFn: (plan: Plan) => call(choosePlan, { params: { workspace }, body: { plan } }),
    onSuccess: (reply) => {
      queries.setQueryData(query.queryKey, reply);
      setWanted(undefined);
      setAsking(false);
      toast.success(`This workspace is on ${plans[reply.plan].label} now.`);
      router.refresh();
    },
  });

  const losesApi = allows(data.plan, "contextApi") && !allows(chosen, "contextApi");

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (losesApi) setAsking(true);
    else choose.mutate(chosen);
  }

  return (
    <form method="post" onSubmit={onSubmit}>
      <fieldset disabled={!mayChoose} className="grid gap-3 md:grid-cols-3">
        <legend className="sr-only">Plan</legend>
        {inOrder.map((plan) => (
          <PlanCard key={plan} plan={plan} isCurrent={plan === data.plan} isChosen={plan === chosen} onChoose={setWanted} />
        ))}
      </fieldset>
      {choose.error && !isAsking && <Alert className="mt-4">{choose.error.message}</Alert>}
      {mayChoose ? (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" disabled={chosen === data.plan} busy={choose.isPending}>
            {chosen === data.plan ? "Change plan" : `Change to ${plans[chosen].label}`}
          </Button>
          {chosen === data.plan && <p className="text-soft text-sm">Select another plan to change to it.</p>}
        </div>
      ) : (
        <p className="mt-4 text-soft text-sm">Only an owner changes the plan. Ask one of the owners under Members.</p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Change to ${plans[chosen].label}?`}
        confirmLabel={`Change to ${plans[chosen].label}`}
        danger
        busy={choose.isPending}
        error={choose.error?.message}
        onConfirm={() => choose.mutate(chosen)}
      >
        The API stops at once: every call of your server is answered with 402 until the workspace is on Pro or above again. What was sent
        before stays.
      </ConfirmDialog>
    </form>
  );
}
