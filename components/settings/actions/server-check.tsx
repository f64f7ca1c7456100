"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Probe } from "@/lib/actions/receivers/contract";
import { CheckSummary } from "./check-summary";
import { FindingRow } from "./finding-row";
import { useServerCheck } from "./use-server-check";

/** Sends seven requests to the saved address, most of them invalid, and shows which it handled correctly. */
export function ServerCheck({ workspace, url }: { workspace: string; url: string | null }) {
  const t = useTranslations("settings.check");
  const hasAddress = url !== null;
  const { findings, run, isRunning, hasStarted, isAway, error } = useServerCheck(workspace, url ?? "");
  const unreachable = findings.find(({ isReached }) => !isReached);
  const isListed = hasStarted && !isAway && !unreachable && (isRunning || findings.length > 0);

  return (
    <div className="mt-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3>{t("title")}</h3>
          <p id="check-what" className="text-pretty text-soft text-sm">
            {hasAddress ? t.rich("description", { code: (action) => <code className="font-mono">{action}</code> }) : t("noAddress")}
          </p>
        </div>
        <Button disabled={!hasAddress} busy={isRunning} aria-describedby="check-what" onClick={run}>
          {t("run")}
        </Button>
      </div>
      {error && <Alert className="mt-3">{error.message}</Alert>}
      {/* The line of the address says it as well, as soon as it was read anew. */}
      {unreachable && !isAway && <Alert className="mt-3">{unreachable.message}</Alert>}
      {isAway && (
        <p role="status" className="mt-3 text-pretty text-soft text-sm">
          {t("notReached")}
        </p>
      )}
      {isListed && (
        <>
          <CheckSummary findings={findings} isRunning={isRunning} />
          <ol aria-label={t("label")} className="mt-2 divide-y divide-line rounded-md border border-line">
            {Probe.options.map((probe, index) => (
              <FindingRow
                key={probe}
                probe={probe}
                finding={findings.find((one) => one.probe === probe)}
                isNext={isRunning && index === findings.length}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
