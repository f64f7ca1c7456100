"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf, Role } from "@/lib/kernel/contract";
import { membersQuery } from "@/lib/workspace/members/browser/queries";
import type { listMembers } from "@/lib/workspace/members/contract";
import { InviteDialog } from "./invite-dialog";
import { LinkDialog, type ShownLink } from "./link-dialog";
import { MemberRow } from "./member-row";

type MembersProps = { workspace: string; myRole: Role; initial: ReplyOf<typeof listMembers> };

export function Members({ workspace, myRole, initial }: MembersProps) {
  const { data } = useQuery({ ...membersQuery(workspace), initialData: initial });
  const t = useTranslations("settings");
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<ShownLink>();

  const invite = (
    <Button onClick={() => setInviting(true)}>
      <UserPlus aria-hidden className="size-4" />
      {t("invitations.invite")}
    </Button>
  );

  return (
    <Panel title={t("members.list")} action={invite} flush>
      <ul aria-label={t("members.label")} className="divide-y divide-line">
        {data.members.map((member) => (
          <MemberRow
            key={member.id}
            workspace={workspace}
            member={member}
            isMe={member.id === data.me}
            myRole={myRole}
            onResetLink={(token) => setLink({ kind: "reset", name: member.name, token })}
          />
        ))}
      </ul>
      <InviteDialog workspace={workspace} myRole={myRole} open={isInviting} onOpenChange={setInviting} onLink={setLink} />
      <LinkDialog link={link} onClose={() => setLink(undefined)} />
    </Panel>
  );
}
