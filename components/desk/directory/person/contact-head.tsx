import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { DownloadLink } from "@/components/ui/download-link";
import { Link } from "@/components/ui/link";
import type { ContactPage } from "@/lib/desk/directory/contract";
import { exportContact } from "@/lib/desk/directory/endpoints";
import { addressOf } from "@/lib/kernel/address";
import { ContactTags } from "./contact-tags";
import { DeleteContact } from "./delete-contact";
import { EraseContactPerson } from "./erase-contact-person";
import { MergeContact } from "./merge-contact";

type Props = { workspace: string; page: ContactPage; isAdmin: boolean };

export function ContactHead({ workspace, page, isAdmin }: Props) {
  const t = useTranslations("contacts.person");
  const { contact, displayName } = page;
  return (
    <header className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2">
      <Link
        href={`/${workspace}/contacts`}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-md pe-1 text-soft hover:text-text pointer-coarse:min-h-10"
      >
        <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
        {t("all")}
      </Link>
      <Avatar name={displayName} size={36} />
      <h1 className="min-w-0 flex-1 basis-40 text-lg wrap-anywhere">
        <bdi>{displayName}</bdi>
      </h1>
      <ContactTags workspace={workspace} isAdmin={isAdmin} page={page} />
      {isAdmin && (
        <>
          <DownloadLink href={addressOf(exportContact.path, { params: { workspace, contactId: contact.id } })}>{t("export")}</DownloadLink>
          <MergeContact workspace={workspace} page={page} />
          <DeleteContact workspace={workspace} page={page} />
          <EraseContactPerson workspace={workspace} page={page} />
        </>
      )}
    </header>
  );
}
