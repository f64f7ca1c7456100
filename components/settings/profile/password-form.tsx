"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { signOutAndReload } from "@/lib/browser/sign-out";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import * as contracts from "@/lib/workspace/accounts/contract";
import { changePassword } from "@/lib/workspace/accounts/endpoints";

export function PasswordForm({ workspace, email }: { workspace: string; email: string }) {
  const t = useTranslations("profile.password");
  const change = useMutation({
    mutationFn: (body: z.output<typeof contracts.changePassword.body>) => call(changePassword, { params: { workspace }, body }),
    onSuccess: () => signOutAndReload("/sign-in?notice=password-changed"),
  });
  const { problems, onSubmit } = useCheckedForm(
    contracts.changePassword.body,
    { current: t("currentField"), next: t("newField") },
    change.mutate,
  );

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {change.error && <Alert>{change.error.message}</Alert>}
      {/* The account name for password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t("current")} error={problems.current}>
        <Input name="current" type="password" autoComplete="current-password" required />
      </Field>
      <Field label={t("new")} hint={t("hint")} error={problems.next}>
        <Input name="next" type="password" autoComplete="new-password" required />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={change.isPending || change.isSuccess}>
          {t("submit")}
        </Button>
      </div>
    </form>
  );
}
