"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { Avatar } from "@/components/ui/avatar";
import { bdi } from "@/components/ui/bdi";
import { Pill } from "@/components/ui/pill";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import type { Role } from "@/lib/kernel/contract";
import { Role as AnyRole } from "@/lib/kernel/contract";
import type { Translator } from "@/lib/messages";
import { membersQuery } from "@/lib/workspace/members/browser/queries";
import type { Member } from "@/lib/workspace/members/contract";
import { changeRole } from "@/lib/workspace/members/endpoints";
import { MemberMenu } from "./member-menu";
import { RoleSelect } from "./role-select";

type MemberRowProps = { workspace: string; member: Member; isMe: boolean; myRole: Role; onResetLink: (token: string) => void };

/** Why the reader cannot change this member's role. */
function reasonOf(
  t: Translator<"settings.members">,
  { isMe, role, myRole }: { isMe: boolean; role: Role; myRole: Role },
): string | undefined {
  if (isMe) return t(myRole === "owner" ? "ownRoleAsOwner" : "ownRole");
  if (role === "owner" && myRole !== "owner") return t("ownersOnly");
  return undefined;
}

export function MemberRow({ workspace, member, isMe, myRole, onResetLink }: MemberRowProps) {
  const queries = useQueryClient();
  const reasonId = useId();
  const { id, name, email, role } = member;
  const t = useTranslations("settings.members");
  const reason = reasonOf(t, { isMe, role, myRole });

  const change = useMutation({
    // The arrow keys may change it again before the server has replied.
    scope: { id: `role ${id}` },
    mutationFn: (newRole: Role) => call(changeRole, { params: { workspace, accountId: id }, body: { role: newRole } }),
    onSuccess: ({ role: now }) => toast.success(t.rich("roleChanged", { name, role: now, bdi })),
    onError: (error) => toast.error(error.message),
    onSettled: () => queries.invalidateQueries(membersQuery(workspace)),
  });

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex items-center gap-2">
          <span className="wrap-anywhere font-medium">{name}</span>
          {isMe && <Pill>{t("you")}</Pill>}
        </p>
        <p className="wrap-anywhere text-soft text-sm">{email}</p>
      </div>
      <div className="flex w-full items-start gap-2 sm:w-auto">
        <div className="min-w-0 flex-1 sm:w-52">
          <RoleSelect
            aria-label={t("role", { name })}
            aria-describedby={reason ? reasonId : undefined}
            aria-busy={change.isPending || undefined}
            myRole={myRole}
            value={change.isPending ? change.variables : role}
            disabled={reason !== undefined}
            onChange={(event) => change.mutate(AnyRole.parse(event.currentTarget.value))}
          />
          {reason && (
            <p id={reasonId} className="mt-1 text-soft text-xs">
              {reason}
            </p>
          )}
        </div>
        <MemberMenu workspace={workspace} member={member} reason={reason} onResetLink={onResetLink} />
      </div>
    </li>
  );
}
