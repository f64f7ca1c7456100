import { useLocale, useTranslations } from "next-intl";
import { Pill } from "@/components/ui/pill";
import type { ButtonOptions } from "@/lib/actions/buttons/shared/options";
import { marksOf } from "./marks";

/** The options of a button as pills; renders nothing without options. */
export function ButtonMarks({ options }: { options: ButtonOptions }) {
  const t = useTranslations("settings");
  const marks = marksOf(t, useLocale(), options);
  if (marks.length === 0 && !options.danger) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-1">
      {options.danger && <Pill tone="bad">{t("marks.danger")}</Pill>}
      {marks.map((mark) => (
        <Pill key={mark} className="min-w-0 shrink whitespace-normal wrap-anywhere">
          {mark}
        </Pill>
      ))}
    </p>
  );
}
