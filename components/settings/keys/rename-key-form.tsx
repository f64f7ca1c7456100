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
import { renameKey } from "@/lib/workspace/keys/endpoints";

export function RenameKeyForm({ workspace, apiKey, onDone }: { workspace: string; apiKey: contracts.Key; onDone: () => void }) {
  const queries = useQueryClient();
  const t = useTranslations("settings.keys");
  const common = useTranslations("common");
  const rename = useMutation({
    mutationFn: (body: z.output<typeof contracts.renameKey.body>) => call(renameKey, { params: { workspace, keyId: apiKey.id }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries(keysQuery(workspace));
      onDone();
    },
  });
  const { problems, onSubmit } = useCheckedForm(contracts.renameKey.body, { name: t("nameField") }, rename.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {rename.error && <Alert>{rename.error.message}</Alert>}
      <Field label={t("name")} hint={t("nameHint")} error={problems.name}>
        <Input name="name" autoComplete="off" defaultValue={apiKey.name} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          {t("renameConfirm")}
        </Button>
      </div>
    </form>
  );
}
