import { Check, Circle, CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Spinner } from "@/components/ui/spinner";
import type { Finding, Probe } from "@/lib/actions/receivers/contract";

type FindingRowProps = { probe: Probe; finding: Finding | undefined; isNext: boolean };

export function FindingRow({ probe, finding, isNext }: FindingRowProps) {
  const t = useTranslations("settings.check");
  return (
    <li className="flex gap-2.5 px-3 py-2">
      <span className="mt-0.5">
        <FindingIcon finding={finding} isNext={isNext} />
      </span>
      <div className="min-w-0">
        <p className="font-medium">{t(`probes.${probe}.sent`)}</p>
        <p className={`text-pretty break-words text-sm ${finding && !finding.ok ? "text-problem" : "text-soft"}`}>
          {finding?.message ?? t(`probes.${probe}.expected`)}
        </p>
      </div>
    </li>
  );
}

function FindingIcon({ finding, isNext }: Pick<FindingRowProps, "finding" | "isNext">) {
  const t = useTranslations("settings.check");
  if (isNext) return <Spinner className="text-soft" />;
  if (!finding) return <Circle aria-hidden className="size-4 text-edge" />;
  if (finding.ok) return <Check role="img" aria-label={t("passed")} className="size-4 text-ok" />;
  return <CircleAlert role="img" aria-label={t("failed")} className="size-4 text-problem" />;
}
