"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import type { ReplyOf, Role } from "@/lib/contract";
import type { listMembers } from "@/lib/members/contract";
import { membersQuery } from "@/lib/members/queries";
import { AddMemberDialog } from "./add-member-dialog";
import { MemberRow } from "./member-row";
import { SecretDialog } from "./secret-dialog";

type MembersProps = { workspace: string; myRole: Role; initial: ReplyOf<typeof listMembers> };

export function Members({ workspace, myRole, initial }: MembersProps) {
  const { data } = useQuery({ ...membersQuery(workspace), initialData: initial });
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<{ name: string; password: string }>();

  const add = (
    <Button onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" />
      Add member
    </Button>
  );

  return (
    <Panel title="Who works here" action={add} flush>
      <ul aria-label="Members" className="divide-y divide-line">
        {data.members.map((member) => (
          <MemberRow
            key={member.id}
            workspace={workspace}
            member={member}
            isMe={member.id === data.me}
            myRole={myRole}
            onPassword={(password) => setShown({ name: member.name, password })}
          />
        ))}
      </ul>
      <AddMemberDialog workspace={workspace} myRole={myRole} open={isAdding} onOpenChange={setAdding} onPassword={setShown} />
      <SecretDialog title={`The password of ${shown?.name}`} label="Password" secret={shown?.password} onClose={() => setShown(undefined)}>
        Hand it over in a safe way; they can change it in their profile. It will not be shown again.
      </SecretDialog>
    </Panel>
  );
}
