"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLive } from "@/components/desk/shared/live";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { sendTemplate } from "@/lib/channels/whatsapp/endpoints";
import { newId } from "@/lib/kernel/ids";
import type { Translator } from "@/lib/messages";
import { previewParts } from "./templates";

type Variable = Template["variables"][number];

/** Meta numbers most variables, so a number gets a word before it. */
function labelOf(t: Translator<"chat.templates">, { component, label }: Variable): string {
  const isNumber = /^\d+$/.test(label);
  if (component === "body") return isNumber ? t("value", { number: label }) : label;
  return t(component === "header" ? "headerValue" : "buttonValue", { label });
}

type Props = { chatId: string; template: Template; onBack: () => void; onSent: () => void };

/** All values are needed. What was typed stays when sending fails. */
export function TemplateForm({ chatId, template, onBack, onSent }: Props) {
  const t = useTranslations("chat.templates");
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [isChecked, setChecked] = useState(false);
  const send = useSendTemplate(chatId, template, onSent);
  const isMissing = ({ key }: Variable) => (values[key] ?? "").trim() === "";

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    flushSync(() => setChecked(true));
    if (template.variables.some(isMissing)) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    send.mutate(Object.fromEntries(template.variables.map(({ key }) => [key, (values[key] ?? "").trim()])));
  }

  return (
    <form ref={form} method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {template.variables.map((variable) => {
        const { key, example } = variable;
        const label = labelOf(t, variable);
        return (
          <Field
            key={key}
            label={label}
            hint={example === null ? undefined : t("example", { example })}
            error={isChecked && isMissing(variable) ? t("missing", { label }) : undefined}
          >
            <Input
              autoComplete="off"
              maxLength={1_024}
              value={values[key] ?? ""}
              onChange={({ target }) => setValues((current) => ({ ...current, [key]: target.value }))}
            />
          </Field>
        );
      })}
      <TemplatePreview template={template} values={values} />
      {send.error && <Alert>{send.error.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onBack}>{t("back")}</Button>
        <Button type="submit" variant="primary" busy={send.isPending}>
          {t("send")}
        </Button>
      </div>
    </form>
  );
}

/** Every attempt has the same id: a template whose answer was lost is not sent twice. */
function useSendTemplate(chatId: string, { name, language }: Template, onSent: () => void) {
  const { workspace, live } = useLive();
  const [id] = useState(newId);
  return useMutation({
    mutationFn: (values: Record<string, string>) =>
      live.inOrder(chatId, () => call(sendTemplate, { params: { workspace, chatId }, body: { id, name, language, values } })),
    onSuccess: async () => {
      await live.refreshChat(chatId);
      onSent();
    },
  });
}

type TemplatePreviewProps = { template: Template; values: Readonly<Record<string, string>> };

/** What the customer reads; a value that is not filled in yet shows its name. */
function TemplatePreview({ template, values }: TemplatePreviewProps) {
  const t = useTranslations("chat.templates");
  const labelOf = (name: string) => template.variables.find(({ key }) => key === name)?.label ?? name;

  return (
    <figure>
      <figcaption className="mb-1.5 font-medium">{t("preview")}</figcaption>
      <p className="wrap-anywhere w-fit max-w-full whitespace-pre-wrap rounded-[14px_4px_14px_14px] border border-line bg-raised px-3 py-2">
        {previewParts(template.preview).map((part) => {
          if (part.kind === "text") return part.text;
          const value = values[part.name]?.trim();
          if (value) return <b key={part.id}>{value}</b>;
          return <mark key={part.id} className="rounded-sm bg-note px-1 text-text">{`{{${labelOf(part.name)}}}`}</mark>;
        })}
      </p>
    </figure>
  );
}
