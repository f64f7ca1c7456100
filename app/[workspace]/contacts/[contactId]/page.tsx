import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { ContactView } from "@/components/desk/directory/person/contact-view";
import * as directory from "@/lib/desk/directory";
import { getContactPage, listContactTimeline } from "@/lib/desk/directory/contract";
import { buttonChatOf } from "@/lib/desk/directory/shared/button-chat";
import { timelineFilterOf } from "@/lib/desk/directory/shared/filter";
import * as panel from "@/lib/desk/panel";
import { getPanel } from "@/lib/desk/panel/contract";
import { memberOf } from "@/lib/http/pages/page";
import { Id } from "@/lib/kernel/contract";
import { hasCode } from "@/lib/kernel/errors";

type Props = {
  params: Promise<{ workspace: string; contactId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

function orNotFound(error: unknown): never {
  if (hasCode(error, "not_found")) notFound();
  throw error;
}

/** Cached: the title and the page share one read. */
const read = cache(async (slug: string, contactId: string) => {
  const { workspace, account, role } = await memberOf(slug, "agent");
  if (!Id.safeParse(contactId).success) notFound();
  const page = await directory.read(workspace.id, contactId).catch(async (error: unknown) => {
    const into = await directory.mergedInto(workspace.id, contactId);
    return into === undefined ? orNotFound(error) : redirect(`/${slug}/contacts/${into}`);
  });
  return { workspace, account, role, page: z.encode(getContactPage.output, page) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { workspace, contactId } = await params;
  const { page } = await read(workspace, contactId);
  return { title: page.displayName };
}

export default async function ContactPage({ params, searchParams }: Props) {
  const { workspace: slug, contactId } = await params;
  const { workspace, account, role, page } = await read(slug, contactId);
  const sent = await searchParams;
  const filter = timelineFilterOf({ get: (name) => [sent[name]].flat()[0] ?? null });
  const chat = buttonChatOf(page.chats);
  const [timeline, beside] = await Promise.all([
    directory.timeline(workspace.id, contactId, filter).catch(orNotFound),
    // Erased meanwhile, it has none.
    chat ? panel.read(workspace.id, chat.id, role).catch(() => null) : null,
  ]);
  return (
    <ContactView
      key={contactId}
      workspace={workspace.slug}
      contactId={contactId}
      me={account.name}
      isAdmin={role !== "agent"}
      first={page}
      firstPanel={beside && z.encode(getPanel.output, beside)}
      firstTimeline={{ filter, page: z.encode(listContactTimeline.output, timeline) }}
    />
  );
}
