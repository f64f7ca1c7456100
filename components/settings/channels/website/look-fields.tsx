"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Radio } from "@/components/ui/radio";
import { Select } from "@/components/ui/select";
import { TextArea } from "@/components/ui/text-area";
import { fieldProblem } from "@/lib/browser/field-problem";
import { WebsiteSettings } from "@/lib/workspace/integrations/shared/settings";
import { ColourField } from "./colour-field";
import type { WebsiteDraft, WebsiteProblems } from "./website-draft";

export type WebsiteFieldsProps = {
  draft: WebsiteDraft;
  problems: WebsiteProblems;
  onChange: (changes: Partial<WebsiteDraft>) => void;
};

const positions = WebsiteSettings.shape.position.options;
const languages = WebsiteSettings.shape.language.options;

export function LookFields({ draft, problems, onChange }: WebsiteFieldsProps) {
  const t = useTranslations("settings.website.fields");
  const form = useTranslations("refusals");
  const greetingProblem = problems.greeting && t("problem", { field: t("greetingField"), problem: fieldProblem(form, problems.greeting) });

  return (
    <div className="grid content-start gap-4">
      <ColourField colour={draft.colour} problem={problems.colour} onChange={(colour) => onChange({ colour })} />
      <fieldset>
        <legend className="mb-1 font-medium">{t("position")}</legend>
        <div className="flex flex-wrap gap-x-6">
          {positions.map((position) => (
            <Radio
              key={position}
              name="position"
              label={t(`positions.${position}`)}
              value={position}
              checked={draft.position === position}
              onChange={() => onChange({ position })}
            />
          ))}
        </div>
      </fieldset>
      <Field label={t("greeting")} hint={t("greetingHint")} error={greetingProblem}>
        <TextArea rows={3} value={draft.greeting} onChange={({ target }) => onChange({ greeting: target.value })} />
      </Field>
      <Field label={t("language")} hint={t("languageHint")}>
        <Select
          value={draft.language}
          onChange={({ target }) => onChange({ language: languages.find((language) => language === target.value) ?? "auto" })}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`languages.${language}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
