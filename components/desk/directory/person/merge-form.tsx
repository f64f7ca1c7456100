import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import type { Choice, MergeValues } from "@/lib/context/contacts/merge/contract";
import { contactsKey, mergePreviewQuery } from "@/lib/desk/directory/browser/queries";
import type { ContactPage, MergeSide } from "@/lib/desk/directory/contract";
import { mergeContact } from "@/lib/desk/directory/endpoints";
import { maxCounted } from "@/lib/desk/directory/shared/counted";
import { type Differing, differingValues, MergeChoices } from "./merge-choices";
import { OtherContact } from "./other-contact";
import { useUndoMerge } from "./use-undo-merge";

type Props = { workspace: string; page: ContactPage; onDone: () => void };

/** Which contact, what moves, and whose values stay. */
export function MergeForm({ workspace, page: { contact, displayName }, onDone }: Props) {
  const t = useTranslations("contacts.merge");
  const common = useTranslations("common");
  const client = useQueryClient();
  const [fromId, setFromId] = useState<string | null>(null);
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const preview = useQuery({ ...mergePreviewQuery(workspace, contact.id, fromId ?? ""), enabled: fromId !== null });
  const { mutate: undo } = useUndoMerge(workspace, contact.id);
  const differing = preview.data ? differingValues(preview.data) : [];

  const merge = useMutation({
    mutationFn: (from: string) =>
      call(mergeContact, { params: { workspace, contactId: contact.id }, body: { from, values: valuesOf(differing, choices) } }),
    onSuccess: ({ mergeId }) => {
      const name = preview.data?.from.displayName ?? "";
      toast.success(t.rich("merged", { name, bdi }), { action: { label: t("undo"), onClick: () => undo(mergeId) } });
      onDone();
      return client.invalidateQueries({ queryKey: contactsKey(workspace) });
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (fromId !== null && preview.data) merge.mutate(fromId);
  }

  function choose(id: string | null) {
    setFromId(id);
    setChoices({});
    merge.reset();
  }

  const error = merge.error ?? preview.error;
  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <OtherContact workspace={workspace} contactId={contact.id} chosen={fromId} onChoose={choose} />
      {fromId !== null && preview.isPending && <Spinner />}
      {preview.data && (
        <>
          <MergeMoves preview={preview.data} intoName={displayName} />
          <MergeChoices
            differing={differing}
            choices={choices}
            names={{ into: preview.data.into.userId, from: preview.data.from.userId }}
            onChoose={(key, choice) => setChoices((before) => ({ ...before, [key]: choice }))}
          />
        </>
      )}
      {error && <Alert>{error.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" disabled={!preview.data} busy={merge.isPending}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}

/** The choices as the API takes them. What does not differ needs none. */
function valuesOf(differing: readonly Differing[], choices: Readonly<Record<string, Choice>>): MergeValues {
  const of = (field: "name" | "email" | "phone") => (choices[field] ? { [field]: choices[field] } : {});
  const attributes = differing.flatMap(({ key, attribute }) => {
    const choice = choices[key];
    return attribute !== undefined && choice ? [[attribute, choice] as const] : [];
  });
  return { ...of("name"), ...of("email"), ...of("phone"), attributes: Object.fromEntries(attributes) };
}

type MergeMovesProps = { preview: { into: MergeSide; from: MergeSide }; intoName: string };

const counts = ["events", "chats", "people"] as const;

/** What a merge does, in words and with the counts of the server. */
function MergeMoves({ preview: { into, from }, intoName }: MergeMovesProps) {
  const t = useTranslations("contacts.merge");
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-raised p-3 text-sm">
      <p>{t.rich("moves", { from: from.displayName, into: intoName, bdi })}</p>
      <ul className="list-disc ps-5">
        {counts.map((kind) => {
          const isMore = from[kind] > maxCounted;
          return <li key={kind}>{t(`counts.${kind}`, { count: isMore ? maxCounted : from[kind], isMore: String(isMore) })}</li>;
        })}
      </ul>
      <p>
        {t.rich("alias", { from: from.userId, into: into.userId, code: (text) => <bdi className="font-mono">{text}</bdi> })} {t("undoHint")}
      </p>
    </div>
  );
}
