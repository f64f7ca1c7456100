import type { Metadata } from "next";
import { z } from "zod";
import { Invitations } from "@/components/settings/members/invitations";
import { Members } from "@/components/settings/members/members";
import { PageHead } from "@/components/settings/shared/page-head";
import * as members from "@/lib/domain/members";
import { listMembers } from "@/lib/domain/members/contract";
import * as invitations from "@/lib/domain/members/invitations";
import { listInvitations } from "@/lib/domain/members/invitations/contract";
import { memberOf } from "@/lib/http/page";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, account, role } = await memberOf((await params).workspace, "admin");
  const initial = z.encode(listMembers.output, { ...(await members.list(workspace.id)), me: account.id });

  const invited = z.encode(listInvitations.output, await invitations.list(workspace.id));

  return (
    <>
      <PageHead title="Members">
        Agents answer chats and press buttons. Admins also change these settings, and owners the plan and who else is an owner.
      </PageHead>
      <Members workspace={workspace.slug} myRole={role} initial={initial} />
      <Invitations workspace={workspace.slug} myRole={role} initial={invited} />
    </>
  );
}
