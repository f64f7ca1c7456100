import { useQueryClient } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErasePerson } from "@/components/desk/shared/erase-person";
import { Button } from "@/components/ui/button";
import { contactsKey } from "@/lib/desk/directory/browser/queries";
import type { ContactPage } from "@/lib/desk/directory/contract";

type Props = { workspace: string; page: ContactPage };

/** For a contact with chats: deleting the contact alone would leave them. */
export function EraseContactPerson({ workspace, page: { people, displayName } }: Props) {
  const t = useTranslations("contacts.erase");
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const [person] = people;
  if (!person) return null;

  function backToList() {
    setOpen(false);
    router.push(`/${workspace}/contacts`);
    client.removeQueries({ queryKey: contactsKey(workspace) });
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserX aria-hidden className="size-4" />
        {t("open")}
      </Button>
      <ErasePerson
        workspace={workspace}
        person={{ id: person.id, displayName }}
        open={isOpen}
        onOpenChange={setOpen}
        onErased={backToList}
      />
    </>
  );
}
