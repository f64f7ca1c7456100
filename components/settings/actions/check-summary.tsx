import { useTranslations } from "next-intl";
import { type Finding, Probe } from "@/lib/actions/receivers/contract";
import type { Translator } from "@/lib/messages";

const probeCount = Probe.options.length;

/** The progress of the check, in a sentence that screen readers announce as it changes. */
export function CheckSummary({ findings, isRunning }: { findings: readonly Finding[]; isRunning: boolean }) {
  const t = useTranslations("settings.check");
  return (
    <p role="status" className="mt-3 min-h-5 text-pretty font-medium text-sm">
      {isRunning ? t("running", { done: findings.length, total: probeCount }) : verdictOf(t, findings)}
    </p>
  );
}

function verdictOf(t: Translator<"settings.check">, findings: readonly Finding[]): string {
  const failed = findings.filter(({ ok }) => !ok);
  if (findings.length < probeCount) return t("stopped", { done: findings.length, total: probeCount });
  if (failed.length === 0) return t("allPassed", { total: probeCount });
  // A server that rejects every request also rejects the invalid ones.
  if (failed.some(({ probe }) => probe === "good")) return t("rejectsValid");
  return t("somePassed", { passed: probeCount - failed.length, total: probeCount });
}
