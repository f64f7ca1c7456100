"use client";

import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import * as contracts from "@/lib/actions/buttons/contract";
import { addButton, changeButton } from "@/lib/actions/buttons/endpoints";
import { plainButton } from "@/lib/actions/buttons/shared/options";
import { call } from "@/lib/browser/call";
import { ButtonOptionsFields } from "./button-options-fields";
import { optionsOf } from "./draft-options";
import { identifierOf } from "./identifier";
import { draftOf } from "./option-draft";
import { firstInvalid, problemsOf } from "./problems-of";
import { useActionSettings } from "./use-action-settings";

type ButtonFormProps = {
  workspace: string;
  button: contracts.Button | undefined;
  /** Whether closing would lose changes. */
  onChanged: (isChanged: boolean) => void;
  onDone: () => void;
};

/** The identifier follows the label until one is typed; a saved button keeps its identifier, because the receiver expects it. */
export function ButtonForm({ workspace, button, onChanged, onDone }: ButtonFormProps) {
  const [label, setLabel] = useState(button?.label ?? "");
  const [typed, setTyped] = useState(button?.action);
  const locale = useLocale();
  const [first] = useState(() => draftOf(button?.options ?? plainButton, locale));
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const { change, refresh } = useActionSettings(workspace);
  const t = useTranslations("settings.button");
  const common = useTranslations("common");
  const forms = useTranslations("refusals");
  const toasts = useTranslations("settings.buttons");
  const action = typed ?? identifierOf(label);
  const isChanged = label !== (button?.label ?? "") || typed !== button?.action || JSON.stringify(draft) !== JSON.stringify(first);

  // Before the next key arrives: an Escape right after a letter would close the dialog without a question.
  useLayoutEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [onChanged, isChanged]);

  const save = useMutation({
    mutationFn: (body: z.output<typeof contracts.addButton.body>) =>
      button ? call(changeButton, { params: { workspace, buttonId: button.id }, body }) : call(addButton, { params: { workspace }, body }),
    onSuccess: (saved) => {
      change(({ buttons }) => ({
        buttons: button ? buttons.map((one) => (one.id === saved.id ? saved : one)) : [...buttons, saved],
      }));
      void refresh();
      toast.success(button ? common("saved") : toasts.rich("added", { label: saved.label, bdi }));
      onDone();
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = contracts.addButton.body.safeParse({ label, action, options: optionsOf(draft, locale) });
    setProblems(checked.success ? new Map() : problemsOf(t, forms, checked.error));
    if (checked.success) return save.mutate(checked.data);
    // Deferred until the sections with a problem have opened.
    setTimeout(() => firstInvalid(form.current)?.focus());
  }

  return (
    <form method="post" ref={form} onSubmit={onSubmit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {save.error && <Alert>{save.error.message}</Alert>}
      <Field label={t("label")} hint={t("labelHint")} error={problems.get("label")}>
        <Input name="label" autoComplete="off" value={label} onChange={(event) => setLabel(event.currentTarget.value)} />
      </Field>
      <Field label={t("identifier")} hint={t(button ? "identifierChangeHint" : "identifierHint")} error={problems.get("action")}>
        <Input
          name="action"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          value={action}
          onChange={(event) => setTyped(event.currentTarget.value || undefined)}
        />
      </Field>
      <ButtonOptionsFields
        workspace={workspace}
        draft={draft}
        problems={problems}
        onChange={(changes) => setDraft((current) => ({ ...current, ...changes }))}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {button ? common("save") : toasts("add")}
        </Button>
      </div>
    </form>
  );
}
