"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import type { z } from "zod";
import { useUnsavedFields } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { whatsAppQuery } from "@/lib/channels/whatsapp/browser/queries";
import * as contracts from "@/lib/channels/whatsapp/contract";
import { saveWhatsApp } from "@/lib/channels/whatsapp/endpoints";

const secrets = ["accessToken", "appSecret"] as const;
const Connection = contracts.saveWhatsApp.body.pick({ phoneNumberId: true, businessAccountId: true, accessToken: true, appSecret: true });
type Connection = z.output<typeof Connection>;

/** The first time both secrets are needed; later an empty one stays as it is. */
const firstConnection = (missing: string) =>
  secrets.reduce((schema, name) => schema.refine((values) => Boolean(values[name]), { error: missing, path: [name] }), Connection);

function clearSecrets(form: HTMLFormElement | null): void {
  for (const name of secrets) {
    const input = form?.elements.namedItem(name);
    if (input instanceof HTMLInputElement) input.value = "";
  }
}

/** The four values of Meta's app. A secret is shown only by its last characters. */
export function ConnectionForm({ workspace, view }: { workspace: string; view: contracts.WhatsAppView }) {
  const t = useTranslations("settings.whatsapp.values");
  const common = useTranslations("common");
  const queries = useQueryClient();
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  useUnsavedFields(form);
  const missing = t("missing");
  const schema = useMemo(() => (view.isConnected ? Connection : firstConnection(missing)), [view.isConnected, missing]);

  const save = useMutation({
    mutationFn: (body: Connection) => call(saveWhatsApp, { params: { workspace }, body }),
    onSuccess: (saved) => {
      queries.setQueryData(whatsAppQuery(workspace).queryKey, saved);
      clearSecrets(form.current);
      toast.success(t("saved"));
      // A new token ends a pause, which the shell tells about.
      if (view.pausedReason !== null) router.refresh();
    },
  });
  const labels = {
    phoneNumberId: t("phoneNumberId"),
    businessAccountId: t("businessAccountId"),
    accessToken: t("accessToken"),
    appSecret: t("appSecret"),
  };
  const { problems, onSubmit } = useCheckedForm(schema, labels, save.mutate);
  const hintOf = (masked: string | null, hint: string) => (masked === null ? hint : t("masked", { masked }));

  return (
    <form ref={form} method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={labels.phoneNumberId} hint={t("phoneNumberIdHint")} error={problems.phoneNumberId}>
          <Input name="phoneNumberId" inputMode="numeric" autoComplete="off" spellCheck={false} defaultValue={view.phoneNumberId ?? ""} />
        </Field>
        <Field label={labels.businessAccountId} hint={t("businessAccountIdHint")} error={problems.businessAccountId}>
          <Input
            name="businessAccountId"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            defaultValue={view.businessAccountId ?? ""}
          />
        </Field>
        <Field label={labels.accessToken} hint={hintOf(view.accessToken, t("accessTokenHint"))} error={problems.accessToken}>
          <Input name="accessToken" type="password" autoComplete="new-password" spellCheck={false} />
        </Field>
        <Field label={labels.appSecret} hint={hintOf(view.appSecret, t("appSecretHint"))} error={problems.appSecret}>
          <Input name="appSecret" type="password" autoComplete="new-password" spellCheck={false} />
        </Field>
      </div>
      {save.error && <Alert>{save.error.message}</Alert>}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {view.isConnected ? common("save") : t("connect")}
        </Button>
      </div>
    </form>
  );
}
