"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { enter } from "@/lib/browser/enter";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { Password, PersonName } from "@/lib/domain/accounts/contract";
import { acceptInvitation } from "@/lib/domain/members/invitations/contract";

const Fields = z.object({ name: PersonName, password: Password });

async function join(token: string, { name, password }: z.output<typeof Fields>): Promise<string> {
  const { workspace, email } = await call(acceptInvitation, { body: { token, name, password } });
  const entered = await enter({ email, password }).then(
    () => true,
    () => false,
  );
  // They are a member by now: whoever cannot be signed in at once does it by hand.
  return entered ? `/${workspace}/chats` : "/sign-in";
}

/** For whoever is new: a name and a password of their own. */
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
      {/* For password managers: whose password it is. */}
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
