"use client";

import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Probe } from "@/lib/domain/receivers/contract";
import { CheckSummary } from "./check-summary";
import { FindingRow } from "./finding-row";
import { useServerCheck } from "./use-server-check";

/** Calls the saved address in seven ways, most of them wrong, and says what it got right. */
export function ServerCheck({ workspace, hasAddress }: { workspace: string; hasAddress: boolean }) {
  const { findings, run, isRunning, isBegun, error } = useServerCheck(workspace);
  const unreached = findings.find(({ isReached }) => !isReached);
  const isListed = isBegun && !unreached && (isRunning || findings.length > 0);

  return (
    <div className="mt-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3>Does your server check the calls?</h3>
          <p id="check-what" className="text-pretty text-soft text-sm">
            {hasAddress ? (
              <>
                Calls the saved address with the reserved action <code className="font-mono">ping</code>, rightly and wrongly signed.
                Nothing of it reaches a chat.
              </>
            ) : (
              "Save an address first."
            )}
          </p>
        </div>
        <Button disabled={!hasAddress} busy={isRunning} aria-describedby="check-what" onClick={run}>
          Check my server
        </Button>
      </div>
      {error && <Alert className="mt-3">{error.message}</Alert>}
      {unreached && <Alert className="mt-3">{unreached.message}</Alert>}
      {isListed && (
        <>
          <CheckSummary findings={findings} isRunning={isRunning} />
          <ol aria-label="Findings" className="mt-2 divide-y divide-line rounded-md border border-line">
            {Probe.options.map((probe, at) => (
              <FindingRow
                key={probe}
                probe={probe}
                finding={findings.find((one) => one.probe === probe)}
                isNext={isRunning && at === findings.length}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
