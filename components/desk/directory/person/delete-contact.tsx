import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type SubmitEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { contactsKey } from "@/lib/desk/directory/browser/queries";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { deleteContact } from "@/lib/desk/directory/endpoints";

type Props = { workspace: string; page: ContactPage };

/** Deleting has no way back, so the admin types whom. */
export function DeleteContact({ workspace, page: { contact, displayName } }: Props) {
  const t = useTranslations("contacts.delete");
  const common = useTranslations("common");
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const router = useRouter();
  const isConfirmed = typed.trim() === contact.userId;

  const remove = useMutation({
    mutationFn: () => call(deleteContact, { params: { workspace, contactId: contact.id }, body: { userId: contact.userId } }),
    onSuccess: () => {
      toast.success(t.rich("deleted", { name: displayName, bdi }));
      setOpen(false);
      router.push(`/${workspace}/contacts`);
      client.removeQueries({ queryKey: contactsKey(workspace) });
    },
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isConfirmed) remove.mutate();
  }

  function open(next: boolean) {
    setOpen(next);
    setTyped("");
    remove.reset();
  }

  return (
    <>
      <Button onClick={() => open(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t("open")}
      </Button>
      <Dialog open={isOpen} onOpenChange={open} title={t.rich("title", { name: displayName, bdi })} description={t("description")}>
        <form method="post" onSubmit={onSubmit} className="flex flex-col gap-4">
          <Field
            label={t("confirm")}
            hint={t.rich("hint", { userId: contact.userId, code: (text) => <bdi className="select-all font-mono">{text}</bdi> })}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="off"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </Field>
          {remove.error && <Alert>{remove.error.message}</Alert>}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => open(false)}>{common("cancel")}</Button>
            <Button type="submit" variant="danger" disabled={!isConfirmed} busy={remove.isPending}>
              {t("submit")}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
