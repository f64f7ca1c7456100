"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextArea } from "@/components/ui/text-area";
import { call } from "@/lib/browser/call";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { repliesQuery } from "@/lib/chats/replies/browser/queries";
import { ReplyBody, type SavedReply } from "@/lib/chats/replies/contract";
import { addReply, changeReply } from "@/lib/chats/replies/endpoints";
import { exampleAttribute, sourceOf, unfilled, variableNames } from "@/lib/chats/replies/shared/variables";

type Props = { workspace: string; reply: SavedReply | undefined; onDone: () => void };

export function ReplyForm({ workspace, reply, onDone }: Props) {
  const t = useTranslations("settings.replies");
  const common = useTranslations("common");
  const queries = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(reply?.text ?? "");
  const { unknown } = unfilled(text);
  const save = useMutation({
    mutationFn: (body: ReplyBody) =>
      reply ? call(changeReply, { params: { workspace, replyId: reply.id }, body }) : call(addReply, { params: { workspace }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries(repliesQuery(workspace));
      onDone();
    },
  });
  const labels = { title: t("titleField"), shortcut: t("shortcutField"), text: t("textField") };
  const { problems, onSubmit } = useCheckedForm(ReplyBody, labels, save.mutate);

  function insert(variable: string) {
    const { current: area } = field;
    if (!area) return;
    area.focus();
    area.setRangeText(variable, area.selectionStart, area.selectionEnd, "end");
    // The dialog asks about changes that an input reports.
    area.dispatchEvent(new Event("input", { bubbles: true }));
    setText(area.value);
  }

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {save.error && <Alert>{save.error.message}</Alert>}
      <Field label={t("titleLabel")} hint={t("titleHint")} error={problems.title}>
        <Input name="title" autoComplete="off" defaultValue={reply?.title} />
      </Field>
      <Field label={common("optional", { label: t("shortcut") })} hint={t("shortcutHint")} error={problems.shortcut}>
        <Input name="shortcut" autoComplete="off" autoCapitalize="none" spellCheck={false} defaultValue={reply?.shortcut ?? ""} />
      </Field>
      <Field label={t("text")} hint={t("textHint", { example: sourceOf("contact.name|there") })} error={problems.text}>
        <TextArea
          ref={field}
          name="text"
          rows={5}
          className="max-h-80"
          defaultValue={reply?.text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <fieldset aria-label={t("insert")} className="-mt-2 flex flex-wrap gap-1.5">
        {[...variableNames, exampleAttribute].map((name) => (
          <button
            key={name}
            type="button"
            aria-label={t("insertOf", { name })}
            onClick={() => insert(sourceOf(name))}
            className="min-h-6 rounded-sm border border-line bg-raised px-1.5 font-mono text-xs hover:border-accent pointer-coarse:min-h-10"
          >
            {sourceOf(name)}
          </button>
        ))}
      </fieldset>
      {unknown.length > 0 && <Alert tone="warning">{t("unknown", { names: unknown.join(", "), count: unknown.length })}</Alert>}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {reply ? common("save") : t("add")}
        </Button>
      </div>
    </form>
  );
}
