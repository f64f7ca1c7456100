"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Radio } from "@/components/ui/radio";
import { toast } from "@/components/ui/toast";
import { useShownName } from "@/components/ui/use-shown-name";
import { call } from "@/lib/browser/call";
import { erasableQuery } from "@/lib/data/erasure/browser/queries";
import type { Erasable, Scope } from "@/lib/data/erasure/contract";
import { erasePerson } from "@/lib/data/erasure/endpoints";

type Props = {
  workspace: string;
  person: Pick<Erasable, "id" | "displayName">;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onErased: () => void;
};

/** Erasing has no way back, so the admin reads what goes and types whom. */
export function ErasePerson({ workspace, person, open, onOpenChange, onErased }: Props) {
  const t = useTranslations("chat.erase");
  const name = useShownName()(person.displayName);
  const { data, error } = useQuery({ ...erasableQuery(workspace, person.id), enabled: open });
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.rich("title", { name, bdi })} description={t("description")}>
      {error && <Alert>{error.message}</Alert>}
      {data && <EraseForm workspace={workspace} erasable={data} onCancel={() => onOpenChange(false)} onErased={onErased} />}
    </Dialog>
  );
}

type FormProps = { workspace: string; erasable: Erasable; onCancel: () => void; onErased: () => void };

function EraseForm({ workspace, erasable, onCancel, onErased }: FormProps) {
  const t = useTranslations("chat.erase");
  const common = useTranslations("common");
  const { id: personId, displayName, chatsCount, filesCount, contact, others } = erasable;
  const name = useShownName()(displayName);
  const [typed, setTyped] = useState("");
  const [scope, setScope] = useState<Scope>(contact ? "contact" : "person");
  const isConfirmed = plain(typed) === plain(name);

  const erase = useMutation({
    mutationFn: () => call(erasePerson, { params: { workspace, personId }, body: { displayName, scope } }),
    onSuccess: () => {
      toast.success(t.rich("erased", { name, bdi }));
      onErased();
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isConfirmed) erase.mutate();
  }

  return (
    <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
      <p>{t("what", { chats: chatsCount, files: filesCount })}</p>
      {contact && (
        <fieldset>
          <legend className="mb-1 font-medium">{t("scope")}</legend>
          <Radio
            name="scope"
            label={t("contact")}
            hint={t.rich("contactHint", { userId: contact.userId, count: others.length, bdi })}
            checked={scope === "contact"}
            onChange={() => setScope("contact")}
          />
          <Radio name="scope" label={t("person")} hint={t("personHint")} checked={scope === "person"} onChange={() => setScope("person")} />
        </fieldset>
      )}
      <Field label={t("confirm")} hint={t.rich("hint", { name, code: (text) => <bdi className="select-all font-mono">{text}</bdi> })}>
        <Input
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      {erase.error && <Alert>{erase.error.message}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="submit" variant="danger" disabled={!isConfirmed} busy={erase.isPending}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}

/** Without what nobody can see that they type it differently. */
const plain = (text: string): string => text.normalize("NFC").trim().replace(/\s+/gu, " ");
