"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import type { Role } from "@/lib/kernel/contract";
import { invitationsQuery } from "@/lib/workspace/members/browser/invitation-queries";
import * as contracts from "@/lib/workspace/members/invitations/contract";
import { invite } from "@/lib/workspace/members/invitations/endpoints";
import type { ShownLink } from "./link-dialog";
import { RoleSelect } from "./role-select";

type InviteFormProps = { workspace: string; myRole: Role; onDone: () => void; onLink: (link: ShownLink) => void };

export function InviteForm({ workspace, myRole, onDone, onLink }: InviteFormProps) {
  const queries = useQueryClient();
  const t = useTranslations("settings.invitations");
  const common = useTranslations("common");
  const create = useMutation({
    mutationFn: (body: z.output<typeof contracts.invite.body>) => call(invite, { params: { workspace }, body }),
    onSuccess: ({ invitation, token }) => {
      void queries.invalidateQueries(invitationsQuery(workspace));
      onDone();
      onLink({ kind: "invite", name: invitation.email, token });
    },
  });
  const labels = { email: { name: t("emailField"), missing: t("emailMissing") }, role: t("roleField") };
  const { problems, onSubmit } = useCheckedForm(contracts.invite.body, labels, create.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {create.error && <Alert>{create.error.message}</Alert>}
      <Field label={t("email")} hint={t("emailHint")} error={problems.email}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label={t("role")} hint={myRole === "owner" ? undefined : t("roleHint")} error={problems.role}>
        <RoleSelect name="role" defaultValue="agent" myRole={myRole} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{common("cancel")}</Button>
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}
