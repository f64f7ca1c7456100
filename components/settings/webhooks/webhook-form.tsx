"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { webhooksQuery } from "@/lib/webhooks/browser/queries";
import { addWebhook, changeWebhook } from "@/lib/webhooks/endpoints";
import { everyType, type WebhookType, webhookTypes } from "@/lib/webhooks/shared/types";
import type { Endpoint } from "./endpoint";

type Props = {
  workspace: string;
  endpoint: Endpoint | undefined;
  onDone: () => void;
  onSecret: ((secret: string) => void) | undefined;
};

export function WebhookForm({ workspace, endpoint, onDone, onSecret }: Props) {
  const t = useTranslations("settings.webhooks");
  const common = useTranslations("common");
  const queries = useQueryClient();
  const [types, setTypes] = useState<readonly string[]>(endpoint?.types ?? []);
  const [missing, setMissing] = useState<"url" | "types">();
  const save = useMutation({
    async mutationFn(body: { url: string | null; description: string; types: (WebhookType | typeof everyType)[]; content: boolean }) {
      if (endpoint) await call(changeWebhook, { params: { workspace, endpointId: endpoint.id }, body });
      else onSecret?.((await call(addWebhook, { params: { workspace }, body })).secret);
    },
    onSuccess: async () => {
      await queries.invalidateQueries(webhooksQuery(workspace));
      onDone();
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const url = String(form.get("url") ?? "").trim();
    const chosen = types.includes(everyType) ? ([everyType] as const) : webhookTypes.filter((type) => types.includes(type));
    // One that is only read by the API stays so.
    const isMissing = url === "" && endpoint?.url !== null ? "url" : chosen.length === 0 ? "types" : undefined;
    setMissing(isMissing);
    if (isMissing) return;
    save.mutate({ url: url || null, description: String(form.get("description") ?? ""), types: [...chosen], content: form.has("content") });
  }

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {save.error && <Alert>{save.error.message}</Alert>}
      <Field label={t("url")} hint={t("urlHint")} error={missing === "url" ? t("urlMissing") : undefined}>
        <Input name="url" type="url" autoComplete="off" spellCheck={false} defaultValue={endpoint?.url ?? ""} />
      </Field>
      <Field label={common("optional", { label: t("descriptionLabel") })}>
        <Input name="description" autoComplete="off" maxLength={200} defaultValue={endpoint?.description} />
      </Field>
      <fieldset>
        <legend className="mb-1 font-medium">{t("types")}</legend>
        <Checkbox
          label={t("everyType")}
          checked={types.includes(everyType)}
          onChange={({ target }) => setTypes(target.checked ? [...types, everyType] : types.filter((one) => one !== everyType))}
        />
        <div className="grid gap-x-4 sm:grid-cols-2">
          {webhookTypes.map((type) => (
            <Checkbox
              key={type}
              label={type}
              className="font-mono text-sm"
              checked={types.includes(type) || types.includes(everyType)}
              disabled={types.includes(everyType)}
              onChange={({ target }) => setTypes(target.checked ? [...types, type] : types.filter((one) => one !== type))}
            />
          ))}
        </div>
        {missing === "types" && (
          <p role="alert" className="mt-1.5 text-problem text-sm">
            {t("typesMissing")}
          </p>
        )}
      </fieldset>
      <div>
        <Checkbox name="content" label={t("content")} defaultChecked={endpoint?.content ?? false} />
        <p className="text-soft text-xs">{t("contentHint")}</p>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {endpoint ? common("save") : t("add")}
        </Button>
      </div>
    </form>
  );
}
