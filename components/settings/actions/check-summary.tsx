import { useTranslations } from "next-intl";
import { type Finding, Probe } from "@/lib/domain/receivers/contract";
import type { Translator } from "@/lib/messages";

const count = Probe.options.length;

/** Where the check stands, in a sentence that is read out as it changes. */
export function CheckSummary({ findings, isRunning }: { findings: readonly Finding[]; isRunning: boolean }) {
  const t = useTranslations("settings.check");
  return (
    <p role="status" className="mt-3 min-h-5 text-pretty font-medium text-sm">
      {isRunning ? t("running", { done: findings.length, total: count }) : verdictOf(t, findings)}
    </p>
  );
}

function verdictOf(t: Translator<"settings.check">, findings: readonly Finding[]): string {
  const wrong = findings.filter(({ ok }) => !ok);
  if (findings.length < count) return t("stopped", { done: findings.length, total: count });
  if (wrong.length === 0) return t("allPassed", { total: count });
  // Who refuses everything refuses what is wrong too.
  if (wrong.some(({ probe }) => probe === "good")) return t("rejectsValid");
  return t("somePassed", { passed: count - wrong.length, total: count });
}
