import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";

type StepProps = { number: number; title: string; isDone?: boolean; children: ReactNode };

/** One step of a list of steps; a check mark replaces the number of a step that is done. */
export function Step({ number, title, isDone = false, children }: StepProps) {
  const id = useId();
  const t = useTranslations("settings.whatsapp.steps");
  return (
    <li aria-labelledby={id} className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 px-4 py-4 max-sm:relative max-sm:block">
      <span
        className={`grid size-6 place-items-center rounded-full border text-xs tabular-nums max-sm:absolute ${
          isDone ? "border-transparent text-ok" : "border-line text-soft"
        }`}
      >
        {isDone ? <Check role="img" aria-label={t("done")} className="size-5" /> : <span aria-hidden>{number}</span>}
      </span>
      <div className="min-w-0">
        <h3 id={id} className="mb-1.5 max-sm:ps-8 max-sm:leading-6">
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}
