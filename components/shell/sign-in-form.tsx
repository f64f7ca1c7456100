"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { SubmitEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signInWithPassword } from "@/lib/browser/sign-in";

export function SignInForm({ next }: { next: string }) {
  const t = useTranslations("shell.signIn");
  const fields = useTranslations("shell.fields");
  const signIn = useMutation({
    mutationFn: signInWithPassword,
    // A full page load, so that no data of a previous user stays in memory.
    onSuccess: () => window.location.assign(next),
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    signIn.mutate({ email: String(data.get("email")), password: String(data.get("password")) });
  }

  return (
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      {signIn.error && <Alert>{signIn.error.message}</Alert>}
      <Field label={fields("email")}>
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label={fields("password")}>
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" variant="primary" busy={signIn.isPending || signIn.isSuccess}>
        {t("submit")}
      </Button>
    </form>
  );
}
