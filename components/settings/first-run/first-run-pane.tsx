"use client";

import { useEffect } from "react";
import { useLive } from "@/components/desk/shared/live";
import type { FirstCalls } from "@/components/settings/keys/quick-start";
import { Skeleton } from "@/components/ui/skeleton";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { type FirstRunState, useFirstRun } from "./use-first-run";

const stepList = loader(() => import("./step-list").then(({ StepList }) => StepList));

/** The list of steps in an empty desk, kept up to date by the desk's own stream. */
export function FirstRunPane({ initial, calls }: { initial: FirstRunState; calls: FirstCalls }) {
  const { workspace, live } = useLive();
  const { state, refresh } = useFirstRun(workspace, initial);
  const StepList = useLoaded(stepList, true);
  useEffect(() => live.onHeard(refresh), [live, refresh]);
  return (
    <div className="h-full overflow-y-auto bg-surface">
      <div className="mx-auto max-w-[760px] px-4 py-6 md:px-8 md:py-8">
        {StepList ? (
          <StepList workspace={workspace} state={state} calls={calls} onChanged={refresh} />
        ) : (
          <Skeleton className="h-96 w-full rounded-xl" />
        )}
      </div>
    </div>
  );
}
