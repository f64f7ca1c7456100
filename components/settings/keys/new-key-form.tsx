"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { keysQuery } from "@/lib/workspace/keys/browser/queries";
import * as contracts from "@/lib/workspace/keys/contract";
import { createKey } from "@/lib/workspace/keys/endpoints";

type NewKeyFormProps = { workspace: string; onCancel: () => void; onCreated: (created: { name: string; secret: string }) => void };

export function NewKeyForm({ workspace, onCancel, onCreated }: NewKeyFormProps) {
  const queries = useQueryClient();
  const t = useTranslations("settings.keys");
  const common = useTranslations("common");
  const create = useMutation({
    mutationFn: (body: z.output<typeof contracts.createKey.body>) => call(createKey, { params: { workspace }, body }),
    onSuccess: ({ key, secret }) => {
      void queries.invalidateQueries(keysQuery(workspace));
      onCreated({ name: key.name, secret });
    },
  });
  const { problems, onSubmit } = useCheckedForm(contracts.createKey.body, { name: t("nameField") }, create.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {create.error && <Alert>{create.error.message}</Alert>}
      <Field label={t("name")} hint={t("nameHint")} error={problems.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t("create")}
        </Button>
      </div>
    </form>
  );
}
