import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TagPill } from "@/components/ui/tag-pill";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { ContactPage } from "@/lib/desk/directory/contract";

type Props = { workspace: string; isAdmin: boolean; page: Pick<ContactPage, "contact" | "displayName"> };

const choices = loader(() => import("./contact-tag-choices").then(({ ContactTagChoices }) => ContactTagChoices));

/** The tags of a contact, and how a member changes them. An instance of the previous version sends none. */
export function ContactTags({ workspace, isAdmin, page: { contact, displayName } }: Props) {
  const t = useTranslations("contacts.tags");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Choices = useOpened(choices, isOpen, close);
  const { id, tags = [] } = contact;
  return (
    <>
      {tags.length > 0 && (
        <ul aria-label={t("list")} className="flex min-w-0 flex-wrap gap-1 max-md:basis-full">
          {tags.map((tag) => (
            <li key={tag.id} className="flex min-w-0">
              <TagPill tag={tag} />
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setOpen(true)}>
        <Tags aria-hidden className="size-4" />
        {t("open")}
      </Button>
      <Dialog
        open={isOpen && Choices !== undefined}
        onOpenChange={(next) => !next && close()}
        title={t.rich("title", { name: displayName, bdi })}
      >
        {Choices && <Choices workspace={workspace} isAdmin={isAdmin} contactId={id} tags={tags} />}
      </Dialog>
    </>
  );
}
