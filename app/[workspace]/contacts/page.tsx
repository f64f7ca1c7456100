import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { StartLink } from "@/app/start-link";
import { ContactList } from "@/components/desk/directory/list/contact-list";
import * as directory from "@/lib/desk/directory";
import { ContactFilter, exportContacts, listContacts } from "@/lib/desk/directory/contract";
import { filterOf, queryOf } from "@/lib/desk/directory/shared/filter";
import { hasRole } from "@/lib/http/auth/session";
import { memberOf } from "@/lib/http/pages/page";
import * as attributeDisplay from "@/lib/people/attribute-display";
import { nameOf } from "@/lib/people/attribute-display/shared/arrange";

type Props = { params: Promise<{ workspace: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("pages");
  return { title: t("contacts.title") };
}

export default async function ContactsPage({ params, searchParams }: Props) {
  const { workspace, role } = await memberOf((await params).workspace, "agent");
  const sent = await searchParams;
  const filter = filterOf({ get: (name) => [sent[name]].flat()[0] ?? null });
  const [page, displays] = await Promise.all([
    directory.list(workspace.id, ContactFilter.parse(queryOf(filter))),
    attributeDisplay.read(workspace.id),
  ]);
  const listed = displays.items.find(({ isListed }) => isListed);
  return (
    <ContactList
      workspace={workspace.slug}
      first={{ filter, page: z.encode(listContacts.output, page) }}
      isAdmin={hasRole(role, exportContacts.role)}
      listedName={listed ? nameOf(listed) : null}
      whenEmpty={role !== "agent" && <StartLink workspace={workspace.slug} step="contact" />}
    />
  );
}
