import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { Invitations } from "@/components/settings/members/invitations";
import { Members } from "@/components/settings/members/members";
import { PageHead } from "@/components/settings/shared/page-head";
import { memberOf } from "@/lib/http/pages/page";
import * as members from "@/lib/workspace/members";
import { listMembers } from "@/lib/workspace/members/contract";
import * as invitations from "@/lib/workspace/members/invitations";
import { listInvitations } from "@/lib/workspace/members/invitations/contract";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("settings");
  return { title: t("sections.members") };
}

export default async function MembersPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { workspace, account, role } = await memberOf((await params).workspace, "admin");
  const t = await getTranslations("settings");
  const initial = z.encode(listMembers.output, { ...(await members.list(workspace.id)), me: account.id });

  const invited = z.encode(listInvitations.output, await invitations.list(workspace.id));

  return (
    <>
      <PageHead title={t("sections.members")}>{t("members.intro")}</PageHead>
      <Members workspace={workspace.slug} myRole={role} initial={initial} />
      <Invitations workspace={workspace.slug} myRole={role} initial={invited} />
    </>
  );
}
