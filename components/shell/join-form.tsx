"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { signInWithPassword } from "@/lib/browser/sign-in";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { Password, PersonName } from "@/lib/workspace/accounts/contract";
import { acceptInvitation } from "@/lib/workspace/members/invitations/endpoints";

const Fields = z.object({ name: PersonName, password: Password });

async function join(token: string, { name, password }: z.output<typeof Fields>): Promise<string> {
  const { workspace, email } = await call(acceptInvitation, { body: { token, name, password } });
  const isSignedIn = await signInWithPassword({ email, password }).then(
    () => true,
    () => false,
  );
  // The account is a member now. If signing in fails, the user signs in on the sign-in page.
  return isSignedIn ? `/${workspace}/chats` : "/sign-in";
}

/** For a new user: a name and a password. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const t = useTranslations("shell.join");
  const fields = useTranslations("shell.fields");
  const accept = useMutation({
    mutationFn: (values: z.output<typeof Fields>) => join(token, values),
    onSuccess: (path) => window.location.assign(path),
  });
  const { problems, onSubmit } = useCheckedForm(Fields, { name: fields("yourName"), password: fields("passwordSubject") }, accept.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {accept.error && <Alert>{accept.error.message}</Alert>}
      {/* The account name for password managers. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={fields("yourName")} hint={fields("yourNameHint")} error={problems.name}>
        <Input name="name" autoComplete="name" autoFocus />
      </Field>
      <Field label={fields("password")} hint={fields("ownPasswordHint")} error={problems.password}>
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" busy={accept.isPending || accept.isSuccess}>
        {t("join")}
      </Button>
    </form>
  );
}
