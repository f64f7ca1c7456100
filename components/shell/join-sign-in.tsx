"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { SubmitEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { signInWithPassword } from "@/lib/browser/sign-in";
import { acceptInvitation } from "@/lib/workspace/members/invitations/endpoints";

/** For a user with an account: the password is entered here, so that the invitation link is not lost in a redirect. */
export function JoinSignIn({ token, email }: { token: string; email: string }) {
  const t = useTranslations("shell.join");
  const fields = useTranslations("shell.fields");
  const accept = useMutation({
    mutationFn: async (password: string) => {
      await signInWithPassword({ email, password });
      return call(acceptInvitation, { body: { token } });
    },
    onSuccess: ({ workspace }) => window.location.assign(`/${workspace}/chats`),
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    accept.mutate(String(new FormData(event.currentTarget).get("password")));
  }

  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      {accept.error && <Alert>{accept.error.message}</Alert>}
      <Field label={fields("email")}>
        <Input name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label={fields("password")} hint={t("passwordHint")}>
        <Input name="password" type="password" autoComplete="current-password" required autoFocus />
      </Field>
      <Button type="submit" variant="primary" busy={accept.isPending || accept.isSuccess}>
        {t("signInAndJoin")}
      </Button>
    </form>
  );
}
