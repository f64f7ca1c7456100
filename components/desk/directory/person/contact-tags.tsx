import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ContactTagDialog } from "@/components/desk/tags/contact-tag-dialog";
import { Button } from "@/components/ui/button";
import { TagPill } from "@/components/ui/tag-pill";
import type { ContactPage } from "@/lib/desk/directory/contract";

type Props = { workspace: string; isAdmin: boolean; page: Pick<ContactPage, "contact" | "displayName"> };

/** The tags of a contact, and how a member changes them. An instance of the previous version sends none. */
export function ContactTags({ workspace, isAdmin, page: { contact, displayName } }: Props) {
  const t = useTranslations("contacts.tags");
  const [isOpen, setOpen] = useState(false);
  const { id, tags } = contact;
  return (
    <>
      {tags && tags.length > 0 && (
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
      <ContactTagDialog
        workspace={workspace}
        isAdmin={isAdmin}
        contactId={id}
        name={displayName}
        tags={tags}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
