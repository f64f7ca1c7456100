"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Radio } from "@/components/ui/radio";
import { problemNamesQuery } from "@/lib/actions/buttons/browser/queries";
import { maxProblemEvents } from "@/lib/actions/buttons/shared/limits";
import { sameName } from "@/lib/actions/buttons/shared/problem-events";
import { problemNamesOf } from "./draft-options";
import { type OptionFieldsProps, onProblemsChoices } from "./option-draft";

/** On which problems the button appears: the names that arrived lately are suggested. */
export function OnProblemsFields({ workspace, draft, problems, onChange }: OptionFieldsProps & { workspace: string }) {
  const { onProblems, problemEvents, problemEvent } = draft;
  const t = useTranslations("settings.button.onProblems");
  const id = useId();
  const isNamed = onProblems === "named";
  const { data } = useQuery({ ...problemNamesQuery(workspace), enabled: isNamed });
  const suggested = (data?.names ?? []).filter((name) => !problemEvents.some((chosen) => sameName(chosen, name)));
  const isFull = problemEvents.length >= maxProblemEvents;
  const add = () => onChange({ problemEvents: problemNamesOf(draft), problemEvent: "" });

  function onKeyDown(event: KeyboardEvent) {
    // Enter would save the button.
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <>
      <fieldset aria-label={t("title")} className="grid min-w-0 gap-1">
        {onProblemsChoices.map((choice) => (
          <Radio
            key={choice}
            name={`${id}-choice`}
            value={choice}
            label={t(`values.${choice}`)}
            hint={t(`hints.${choice}`)}
            checked={onProblems === choice}
            onChange={() => onChange({ onProblems: choice })}
          />
        ))}
      </fieldset>
      {isNamed && problemEvents.length > 0 && (
        <ul aria-label={t("names")} className="flex flex-wrap gap-1.5">
          {problemEvents.map((name) => (
            <li key={name} className="inline-flex min-w-0 items-center gap-1 rounded-full border border-line py-0.5 ps-2.5 pe-1 text-sm">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <button
                type="button"
                aria-label={t("remove", { name })}
                onClick={() => onChange({ problemEvents: problemEvents.filter((one) => one !== name) })}
                className="grid size-6 flex-none place-items-center rounded-full text-soft hover:bg-raised hover:text-text"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isNamed && !isFull && (
        <div className="flex items-start gap-2">
          <Field label={t("name")} hint={t("nameHint")} error={problems.get("options.problemEvents")} className="min-w-0 flex-1">
            <Input
              list={`${id}-names`}
              autoComplete="off"
              placeholder={t("example")}
              value={problemEvent}
              onChange={(event) => onChange({ problemEvent: event.currentTarget.value })}
              onKeyDown={onKeyDown}
            />
          </Field>
          <datalist id={`${id}-names`}>
            {suggested.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button className="mt-[26px]" onClick={add}>
            <Plus aria-hidden className="size-4" />
            {t("add")}
          </Button>
        </div>
      )}
      {isNamed && isFull && <p className="text-soft text-xs">{t("max", { max: maxProblemEvents })}</p>}
    </>
  );
}
