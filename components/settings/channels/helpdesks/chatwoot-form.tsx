"use client";

import { useTranslations } from "next-intl";
import { useRef } from "react";
import { z } from "zod";
import { originIn } from "@/components/settings/channels/origins";
import { useUnsavedFields } from "@/components/settings/shared/use-unsaved";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { ChatwootInput, type Helpdesks } from "@/lib/desk/helpdesks/contract";
import { useSaveHelpdesks } from "./use-helpdesks";

const { origin, accountId, apiToken } = ChatwootInput.shape;
const Connection = z.object({
  origin: z.preprocess((typed) => (typeof typed === "string" ? originIn(typed) : typed), origin),
  accountId: z.preprocess((typed) => (typed === "" ? null : typed), accountId),
  apiToken,
});

type ChatwootFormProps = { workspace: string; chatwoot: Helpdesks["chatwoot"] };

export function ChatwootForm({ workspace, chatwoot }: ChatwootFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useUnsavedFields(form);
  const save = useSaveHelpdesks(workspace);
  const t = useTranslations("settings.helpdesks.chatwoot");
  const common = useTranslations("common");
  const labels = { origin: t("origin"), accountId: t("accountId"), apiToken: t("apiToken") };

  const { problems, onSubmit } = useCheckedForm(Connection, labels, (values) =>
    save.mutate(
      { chatwoot: { ...values, isOn: chatwoot?.isOn ?? true } },
      {
        onSuccess: () => {
          const token = form.current?.elements.namedItem("apiToken");
          if (token instanceof HTMLInputElement) token.value = "";
          toast.success(t("saved"));
        },
      },
    ),
  );

  // The server says so when the address changes: the stored token is for the old one.
  const [, tokenProblem] = /^chatwoot\.apiToken (.*)$/.exec(save.error?.message ?? "") ?? [];

  return (
    <form ref={form} method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field label={labels.origin} hint={t("originHint")} error={problems.origin}>
        <Input
          name="origin"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t("originExample")}
          defaultValue={chatwoot?.origin ?? ""}
        />
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={common("optional", { label: labels.apiToken })}
          hint={chatwoot?.apiToken ? t("apiTokenMasked", { masked: chatwoot.apiToken }) : t("apiTokenHint")}
          error={problems.apiToken ?? (tokenProblem && `${labels.apiToken} ${tokenProblem}`)}
        >
          <Input name="apiToken" type="password" autoComplete="new-password" spellCheck={false} />
        </Field>
        <Field label={common("optional", { label: labels.accountId })} hint={t("accountIdHint")} error={problems.accountId}>
          <Input name="accountId" inputMode="numeric" autoComplete="off" defaultValue={chatwoot?.accountId ?? ""} />
        </Field>
      </div>
      {save.error && !tokenProblem && <Alert>{save.error.message}</Alert>}
      <div>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {chatwoot ? common("save") : t("connect")}
        </Button>
      </div>
    </form>
  );
}
