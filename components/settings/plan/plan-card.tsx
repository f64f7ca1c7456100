import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Pill } from "@/components/ui/pill";
import type { Plan } from "@/lib/kernel/contract";
import { allows, sameAs } from "@/lib/workspace/workspaces/shared/plans";

type PlanCardProps = { plan: Plan; isCurrent: boolean; isChosen: boolean; onChoose: (plan: Plan) => void };

export function PlanCard({ plan, isCurrent, isChosen, onChoose }: PlanCardProps) {
  const t = useTranslations("settings.plan");
  const id = useId();
  const hasApi = allows(plan, "contextApi");
  const lowerPlan = sameAs(plan);
  return (
    <label className="flex flex-col rounded-xl border border-line bg-surface p-4 has-checked:border-accent has-enabled:cursor-pointer has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <span className="flex items-center gap-2">
        <input
          type="radio"
          name="plan"
          value={plan}
          checked={isChosen}
          onChange={() => onChoose(plan)}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-line ${id}-api`}
          className="size-4 accent-accent outline-none"
        />
        <span id={`${id}-name`} className="flex-1 font-semibold text-lg">
          {t(`names.${plan}`)}
        </span>
        {isCurrent && <Pill tone="good">{t("current")}</Pill>}
      </span>
      <span id={`${id}-line`} className="mt-2 flex-1 text-pretty text-soft">
        {lowerPlan ? t("sameAs", { plan: t(`names.${lowerPlan}`) }) : t(hasApi ? "withApi" : "withoutApi")}
      </span>
      <span id={`${id}-api`} className="mt-3 flex items-center gap-1.5 text-sm">
        {hasApi ? <Check aria-hidden className="size-4 text-ok" /> : <X aria-hidden className="size-4 text-soft" />}
        {t(hasApi ? "hasApi" : "hasNoApi")}
      </span>
    </label>
  );
}
