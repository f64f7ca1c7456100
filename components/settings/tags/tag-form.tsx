"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/browser/call";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { tagsQuery } from "@/lib/chats/tags/browser/queries";
import * as contracts from "@/lib/chats/tags/contract";
import { addTag, changeTag } from "@/lib/chats/tags/endpoints";

type Props = { workspace: string; tag: contracts.Tag | undefined; onDone: () => void };

export function TagForm({ workspace, tag, onDone }: Props) {
  const t = useTranslations("settings.tags");
  const common = useTranslations("common");
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (body: z.output<typeof contracts.addTag.body>) =>
      tag ? call(changeTag, { params: { workspace, tagId: tag.id }, body }) : call(addTag, { params: { workspace }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries(tagsQuery(workspace));
      onDone();
    },
  });
  const { problems, onSubmit } = useCheckedForm(contracts.addTag.body, { name: t("nameField"), color: t("colorField") }, save.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {save.error && <Alert>{save.error.message}</Alert>}
      <Field label={t("name")} hint={t("nameHint")} error={problems.name}>
        <Input name="name" autoComplete="off" defaultValue={tag?.name} />
      </Field>
      <Field label={t("color")} error={problems.color}>
        <Select name="color" defaultValue={tag?.color ?? "grey"}>
          {contracts.TagColor.options.map((color) => (
            <option key={color} value={color}>
              {t(`colors.${color}`)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {tag ? common("save") : t("add")}
        </Button>
      </div>
    </form>
  );
}
