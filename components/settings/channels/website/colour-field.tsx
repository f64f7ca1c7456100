"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type FieldProblem, fieldProblem } from "@/lib/browser/field-problem";
import { contrastOf, minShapeContrast, textColourOn } from "@/lib/channels/shared/contrast";
import type { Translator } from "@/lib/messages";

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const page = "#ffffff";

/** How readable the chosen colour is; nothing while it is being typed. */
function contrastHint(t: Translator<"settings.website.fields">, colour: string): string {
  if (!isColour(colour)) return t("colourHint");
  const onPage = contrastOf(colour, page);
  if (onPage < minShapeContrast) return t("tooPale", { ratio: onPage, min: minShapeContrast });
  const text = textColourOn(colour);
  return t("contrast", { text: text === page ? "white" : "black", ratio: contrastOf(colour, text) });
}

type ColourFieldProps = { colour: string; problem: FieldProblem | undefined; onChange: (colour: string) => void };

/** The browser's own colour picker, and the same value as text. */
export function ColourField({ colour, problem, onChange }: ColourFieldProps) {
  const t = useTranslations("settings.website.fields");
  const form = useTranslations("refusals");
  const error = problem && t("problem", { field: t("colourField"), problem: fieldProblem(form, problem) });

  return (
    <Field label={t("colour")} hint={<span role="status">{contrastHint(t, colour)}</span>} error={error}>
      <div className="flex gap-2">
        <Input
          className="w-32 font-mono"
          autoComplete="off"
          spellCheck={false}
          value={colour}
          onChange={({ target }) => onChange(target.value.trim())}
        />
        <input
          type="color"
          aria-label={t("pick")}
          value={isColour(colour) ? colour.toLowerCase() : page}
          onChange={({ target }) => onChange(target.value)}
          className="h-9 w-12 cursor-pointer rounded-md border border-edge bg-surface p-1"
        />
      </div>
    </Field>
  );
}
