"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FirstCalls } from "@/components/settings/keys/quick-start";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { putAwayFirstRun } from "@/lib/desk/first-run/endpoints";
import { type Step, stepInAddress, steps } from "@/lib/desk/first-run/shared/steps";
import { KeyStep } from "./key-step";
import { LatestEvent } from "./latest-event";
import { LinkedStep } from "./linked-step";
import { SamplePeople } from "./sample-people";
import { SentStep } from "./sent-step";
import { StepRow } from "./step-row";
import type { FirstRunState } from "./use-first-run";

type Props = { workspace: string; state: FirstRunState; calls: FirstCalls; isPage?: boolean; onChanged: () => void };

/** The steps from an empty workspace to an answered button; the first that is not done is open. */
export function StepList({ workspace, state, calls, isPage = false, onChanged }: Props) {
  const t = useTranslations("firstRun");
  const asked = useSearchParams().get(stepInAddress);
  const [chosen, setChosen] = useState<Step | null | undefined>(() => steps.find((step) => step === asked));
  // Shown once, and gone with the page.
  const [secret, setSecret] = useState<string>();
  const { done } = state;
  const count = steps.filter((step) => done[step]).length;
  const next = steps.find((step) => !done[step]);
  const current = chosen === undefined ? next : chosen;
  // A key that was just made is to be copied: it stays in sight until a call with it has arrived.
  const isShowingKey = secret !== undefined && !done.contact;
  const Title = isPage ? "h1" : "h2";

  const bodyOf = (step: Step) => {
    if (step === "key")
      return (
        <KeyStep
          workspace={workspace}
          isDone={done.key}
          secret={secret}
          onMade={(made) => {
            setSecret(made);
            onChanged();
          }}
        />
      );
    if (step === "contact" || step === "event") return <SentStep step={step} isDone={done[step]} command={calls[step]} secret={secret} />;
    return <LinkedStep workspace={workspace} step={step} state={state} />;
  };

  return (
    <section aria-labelledby="first-run">
      <header className="mb-5">
        <div className="flex items-center gap-3">
          <Title id="first-run" className="min-w-0 flex-1 text-xl">
            {t("title")}
          </Title>
          <PutAway workspace={workspace} isPutAway={state.isPutAway} isPage={isPage} onChanged={onChanged} />
        </div>
        <p className="mt-1 max-w-[62ch] text-pretty text-soft">{t(next === undefined ? "allDone" : "intro")}</p>
      </header>
      <div className="overflow-clip rounded-xl border border-line bg-surface">
        <div className="flex items-center gap-3 border-line border-b px-4 py-3">
          <p role="status" className="flex-none font-medium text-sm tabular-nums">
            {t("progress", { done: count, total: steps.length })}
          </p>
          <div aria-hidden className="h-1.5 min-w-0 flex-1 overflow-clip rounded-full bg-line forced-colors:border">
            <div
              className="h-full rounded-full bg-ok transition-[width] duration-500 motion-reduce:transition-none forced-colors:bg-[Highlight]"
              style={{ width: `${(100 * count) / steps.length}%` }}
            />
          </div>
        </div>
        <ol className="divide-y divide-line">
          {steps.map((step, index) => (
            <StepRow
              key={step}
              number={index + 1}
              step={step}
              isPage={isPage}
              outcome={step === "event" && state.latest && <LatestEvent workspace={workspace} latest={state.latest} />}
              isDone={done[step]}
              isOpen={step === current || (step === "key" && isShowingKey)}
              onToggle={() => setChosen(step === current ? null : step)}
            >
              {bodyOf(step)}
            </StepRow>
          ))}
        </ol>
      </div>
      <SamplePeople workspace={workspace} samples={state.samples} onChanged={onChanged} />
    </section>
  );
}

type PutAwayProps = { workspace: string; isPutAway: boolean; isPage: boolean; onChanged: () => void };

/** Away for all admins; the palette still has it. */
function PutAway({ workspace, isPutAway, isPage, onChanged }: PutAwayProps) {
  const t = useTranslations("firstRun");
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(putAwayFirstRun, { params: { workspace }, body: { isPutAway: !isPutAway } }),
    onSuccess: (saved) => {
      toast.success(t(saved.isPutAway ? "putAwayDone" : "shownAgain"));
      onChanged();
      if (saved.isPutAway && isPage) router.push(`/${workspace}/chats`);
      router.refresh();
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button variant="ghost" busy={isPending} onClick={() => mutate()}>
      {t(isPutAway ? "showAgain" : "putAway")}
    </Button>
  );
}
