"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import { fieldProblem } from "@/lib/browser/field-problem";
import type { OriginProblem } from "./origins";

type OriginsFieldProps = { hint: string; text: string; problem: OriginProblem | undefined; onChange: (text: string) => void };

/** A list of origins, one per line; a problem names its line. */
export function OriginsField({ hint, text, problem, onChange }: OriginsFieldProps) {
  const t = useTranslations("settings.origins");
  const form = useTranslations("refusals");
  const message = problem ? fieldProblem(form, problem) : "";
  const error =
    problem &&
    (problem.line === undefined ? t("problem", { problem: message }) : t("problemInLine", { line: problem.line, problem: message }));

  return (
    <Field label={t("label")} hint={hint} error={error}>
      <TextArea
        rows={4}
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        placeholder={t("example")}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
