"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { signInWithPassword } from "@/lib/browser/sign-in";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import * as contracts from "@/lib/workspace/workspaces/contract";
import { setUp } from "@/lib/workspace/workspaces/endpoints";

async function createWorkspace(body: z.output<typeof contracts.setUp.body>): Promise<string> {
  const { slug } = await call(setUp, { body });
  const isSignedIn = await signInWithPassword(body).then(
    () => true,
    () => false,
  );
  // The workspace exists now. If signing in fails, the user signs in on the sign-in page.
  return isSignedIn ? `/${slug}/chats` : "/sign-in";
}

export function SetUpForm() {
  const t = useTranslations("shell.setUp");
  const fields = useTranslations("shell.fields");
  const labels = {
    workspace: t("workspaceSubject"),
    name: fields("yourName"),
    email: { name: fields("emailSubject"), missing: fields("emailMissing") },
    password: fields("passwordSubject"),
  };
  const start = useMutation({ mutationFn: createWorkspace, onSuccess: (path) => window.location.assign(path) });
  const { problems, onSubmit } = useCheckedForm(contracts.setUp.body, labels, start.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {start.error && <Alert>{start.error.message}</Alert>}
      <Field label={t("workspace")} hint={t("workspaceHint")} error={problems.workspace}>
        <Input name="workspace" autoComplete="organization" autoFocus />
      </Field>
      <Field label={fields("yourName")} hint={fields("yourNameHint")} error={problems.name}>
        <Input name="name" autoComplete="name" />
      </Field>
      <Field label={fields("email")} error={problems.email}>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <Field label={fields("password")} hint={fields("passwordHint")} error={problems.password}>
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" busy={start.isPending || start.isSuccess}>
        {t("create")}
      </Button>
    </form>
  );
}
