"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf, Role } from "@/lib/kernel/contract";
import { invitationsQuery } from "@/lib/workspace/members/browser/invitation-queries";
import type { listInvitations } from "@/lib/workspace/members/invitations/contract";
import { InvitationRow } from "./invitation-row";

type InvitationsProps = { workspace: string; myRole: Role; initial: ReplyOf<typeof listInvitations> };

export function Invitations({ workspace, myRole, initial }: InvitationsProps) {
  const { data } = useQuery({ ...invitationsQuery(workspace), initialData: initial });
  const t = useTranslations("settings.invitations");
  if (data.invitations.length === 0) return null;
  return (
    <Panel title={t("title")} description={t("description")} flush>
      <ul aria-label={t("label")} className="divide-y divide-line">
        {data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} workspace={workspace} invitation={invitation} myRole={myRole} />
        ))}
      </ul>
    </Panel>
  );
}
