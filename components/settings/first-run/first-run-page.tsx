"use client";

import type { FirstCalls } from "@/components/settings/keys/quick-start";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import { useStream } from "@/lib/browser/use-stream";
import { StepList } from "./step-list";
import { type FirstRunState, useFirstRun } from "./use-first-run";

/** The list of steps as a page of its own, to which steps on other pages lead back. */
export function FirstRunPage({ workspace, initial, calls }: { workspace: string; initial: FirstRunState; calls: FirstCalls }) {
  const { state, refresh } = useFirstRun(workspace, initial);
  const { away } = useStream(workspace, refresh, refresh);
  return (
    <>
      <StepList workspace={workspace} state={state} calls={calls} isPage onChanged={refresh} />
      {away && <DisconnectedStrip />}
    </>
  );
}
