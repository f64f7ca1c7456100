"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signInWithPassword } from "@/lib/browser/sign-in";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { Password } from "@/lib/workspace/accounts/contract";

const Fields = z.object({ password: Password });

type NewPasswordFormProps = {
  email: string;
  /** The path to open afterwards. */
  next: string;
  choose: (password: string) => Promise<unknown>;
};

/** Sets a password and signs in with it, because the change ends all earlier sessions. */
export function NewPasswordForm({ email, next, choose }: NewPasswordFormProps) {
  const t = useTranslations("shell.newPassword");
  const fields = useTranslations("shell.fields");
  const change = useMutation({
    mutationFn: async ({ password }: z.output<typeof Fields>) => {
      await choose(password);
      return signInWithPassword({ email, password }).then(
        () => next,
        () => "/sign-in?notice=password-changed",
      );
    },
    onSuccess: (path) => window.location.assign(path),
  });
  const { problems, onSubmit } = useCheckedForm(Fields, { password: fields("passwordSubject") }, change.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {change.error && <Alert>{change.error.message}</Alert>}
      {/* The account name for password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t("label")} hint={fields("ownPasswordHint")} error={problems.password}>
        <Input name="password" type="password" autoComplete="new-password" autoFocus />
      </Field>
      <Button type="submit" variant="primary" busy={change.isPending || change.isSuccess}>
        {t("save")}
      </Button>
    </form>
  );
}
