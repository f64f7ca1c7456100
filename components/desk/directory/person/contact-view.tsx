"use client";

import { useTranslations } from "next-intl";
import { ContactTimeline } from "@/components/desk/directory/timeline/contact-timeline";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import type { TimelinePage } from "@/lib/desk/directory/browser/queries";
import type { ContactPage, TimelineFilter } from "@/lib/desk/directory/contract";
import type { Panel } from "@/lib/desk/panel/contract";
import { ContactActions } from "./contact-actions";
import { ContactChats } from "./contact-chats";
import { ContactDetails } from "./contact-details";
import { ContactHead } from "./contact-head";
import { ContactProblems } from "./contact-problems";
import { GoneContact } from "./gone-contact";
import { MergeNotices } from "./merge-notices";
import { useContact } from "./use-contact";
import { useContactButtons } from "./use-contact-buttons";

type Props = {
  workspace: string;
  contactId: string;
  me: string;
  isAdmin: boolean;
  first: ContactPage;
  /** The panel beside the chat in which buttons are pressed; null without a chat. */
  firstPanel: Panel | null;
  firstTimeline: { filter: TimelineFilter; page: TimelinePage };
};

/** One person: what is known of them, their problems, their chats, and everything that happened. */
export function ContactView({ workspace, contactId, me, isAdmin, first, firstPanel, firstTimeline }: Props) {
  const t = useTranslations("contacts.person");
  const { page, isDeleted, away, version, refresh } = useContact(workspace, contactId, first);
  const buttons = useContactButtons(workspace, { page, version, first: firstPanel });
  if (isDeleted) return <GoneContact workspace={workspace} />;
  return (
    <main className="flex min-h-full flex-col wide:h-full">
      <ContactHead workspace={workspace} page={page} isAdmin={isAdmin} />
      <MergeNotices workspace={workspace} page={page} isAdmin={isAdmin} />
      <div className="grid min-h-0 flex-1 wide:grid-cols-[380px_minmax(0,1fr)] wide:grid-rows-[minmax(0,1fr)]">
        <section aria-label={t("about")} className="min-h-0 border-line wide:overflow-y-auto wide:border-e">
          <ContactProblems workspace={workspace} page={page} me={me} buttons={buttons} onChanged={refresh}>
            <ContactActions workspace={workspace} isAdmin={isAdmin} hasChat={page.chats.length > 0} panel={buttons.panel} />
          </ContactProblems>
          <ContactDetails contact={page.contact} />
          <ContactChats workspace={workspace} chats={page.chats} chatsCount={page.chatsCount} people={page.people} />
        </section>
        <ContactTimeline workspace={workspace} page={page} version={version} first={firstTimeline} />
      </div>
      {away && <DisconnectedStrip />}
    </main>
  );
}
