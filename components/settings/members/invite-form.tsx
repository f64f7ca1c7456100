"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { invitationsQuery } from "@/lib/domain/members/browser/invitation-queries";
import { invite } from "@/lib/domain/members/invitations/contract";
import type { Role } from "@/lib/kernel/contract";
import type { ShownLink } from "./link-dialog";
import { RoleSelect } from "./role-select";

type InviteFormProps = { workspace: string; myRole: Role; onDone: () => void; onLink: (link: ShownLink) => void };

const labels = { email: "The e-mail", role: "The role" };

export function InviteForm({ workspace, myRole, onDone, onLink }: InviteFormProps) {
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (body: z.output<typeof invite.body>) => call(invite, { params: { workspace }, body }),
    onSuccess: ({ invitation, token }) => {
      void queries.invalidateQueries(invitationsQuery(workspace));
      onDone();
      onLink({ kind: "invite", whose: invitation.email, token });
    },
  });
  const { problems, onSubmit } = useCheckedForm(invite.body, labels, make.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {make.error && <Alert>{make.error.message}</Alert>}
      <Field label="E-mail" hint="They sign in with it. Nobody else can use the invitation." error={problems.email}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label="Role" hint={myRole === "owner" ? undefined : "Only an owner invites another owner."} error={problems.role}>
        <RoleSelect name="role" defaultValue="agent" myRole={myRole} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={make.isPending}>
          Make the link
        </Button>
      </div>
    </form>
  );
}
