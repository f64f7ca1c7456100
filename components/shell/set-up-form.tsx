"use client";

import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/browser/call";
import { enter } from "@/lib/browser/enter";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { setUp } from "@/lib/domain/workspaces/contract";

const labels = { workspace: "The workspace name", name: "Your name", email: "The e-mail", password: "The password" };

async function begin(body: z.output<typeof setUp.body>): Promise<string> {
  const { slug } = await call(setUp, { body });
  const entered = await enter(body).then(
    () => true,
    () => false,
  );
  // The workspace is made by now: whoever cannot be signed in at once does it by hand.
  return entered ? `/${slug}/chats` : "/sign-in";
}

export function SetUpForm() {
  const start = useMutation({ mutationFn: begin, onSuccess: (path) => window.location.assign(path) });
  const { problems, onSubmit } = useCheckedForm(setUp.body, labels, start.mutate);

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      {start.error && <Alert>{start.error.message}</Alert>}
      <Field label="Workspace name" hint="Usually the name of your company." error={problems.workspace}>
        <Input name="workspace" autoComplete="organization" autoFocus />
      </Field>
      <Field label="Your name" hint="Your team sees it, and your server when you press a button." error={problems.name}>
        <Input name="name" autoComplete="name" />
      </Field>
      <Field label="E-mail" error={problems.email}>
        <Input name="email" type="email" autoComplete="username" />
      </Field>
      <Field label="Password" hint="At least 10 characters." error={problems.password}>
        <Input name="password" type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" variant="primary" busy={start.isPending || start.isSuccess}>
        Make the workspace
      </Button>
    </form>
  );
}
