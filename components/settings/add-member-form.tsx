"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/client/call";
import { useCheckedForm } from "@/lib/client/use-checked-form";
import type { Role } from "@/lib/contract";
import { addMember } from "@/lib/members/contract";
import { membersQuery } from "@/lib/members/queries";
import { RoleSelect } from "./role-select";

type AddMemberFormProps = {
  workspace: string;
  myRole: Role;
  onDone: () => void;
  onPassword: (made: { name: string; password: string }) => void;
};

const labels = { name: "The name", email: "The e-mail", role: "The role" };

export function AddMemberForm({ workspace, myRole, onDone, onPassword }: AddMemberFormProps) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (body: z.output<typeof addMember.body>) => call(addMember, { params: { workspace }, body }),
    onSuccess: ({ member, password }) => {
      void queries.invalidateQueries(membersQuery(workspace));
      toast.success(
        password === null ? `${member.name} was added, and signs in with the password they have.` : `${member.name} was added.`,
      );
      onDone();
      if (password !== null) onPassword({ name: member.name, password });
    },
  });
  const { problems, onSubmit } = useCheckedForm(addMember.body, labels, add.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {add.error && <Alert>{add.error.message}</Alert>}
      <Field label="Name" error={problems.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <Field label="E-mail" error={problems.email}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label="Role" hint={myRole === "owner" ? undefined : "Only an owner adds another owner."} error={problems.role}>
        <RoleSelect name="role" defaultValue="agent" myRole={myRole} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={add.isPending}>
          Add member
        </Button>
      </div>
    </form>
  );
}
