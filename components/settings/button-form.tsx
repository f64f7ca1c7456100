"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { z } from "zod";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type Button as ActionButton, addButton, changeButton } from "@/lib/actions/contract";
import { call } from "@/lib/client/call";
import { useCheckedForm } from "@/lib/client/use-checked-form";
import { identifierOf } from "./identifier";
import { useActionSettings } from "./use-action-settings";

type ButtonFormProps = { workspace: string; button: ActionButton | undefined; onDone: () => void };

/** The identifier follows the label until somebody types one; that of a saved button stays, because a server waits for it. */
export function ButtonForm({ workspace, button, onDone }: ButtonFormProps) {
  const [label, setLabel] = useState(button?.label ?? "");
  const [typed, setTyped] = useState(button?.action);
  const { change, refresh } = useActionSettings(workspace);

  const save = useMutation({
    mutationFn: (body: z.output<typeof addButton.body>) =>
      button ? call(changeButton, { params: { workspace, buttonId: button.id }, body }) : call(addButton, { params: { workspace }, body }),
    onSuccess: (saved) => {
      change(({ buttons }) => ({
        buttons: button ? buttons.map((one) => (one.id === saved.id ? saved : one)) : [...buttons, saved],
      }));
      void refresh();
      toast.success(button ? "Saved." : `“${saved.label}” was added.`);
      onDone();
    },
  });
  const { problems, onSubmit } = useCheckedForm(addButton.body, { label: "The label", action: "The identifier" }, save.mutate);

  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-4">
      {save.error && <Alert>{save.error.message}</Alert>}
      <Field label="Label" hint="What the button does, such as “Refund order”." error={problems.label}>
        <Input name="label" autoComplete="off" value={label} onChange={(event) => setLabel(event.currentTarget.value)} />
      </Field>
      <Field
        label="Identifier"
        hint={button ? "Your server gets it as “action”. Change it there at the same time." : "Your server gets it as “action”."}
        error={problems.action}
      >
        <Input
          name="action"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
          value={typed ?? identifierOf(label)}
          onChange={(event) => setTyped(event.currentTarget.value || undefined)}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {button ? "Save" : "Add button"}
        </Button>
      </div>
    </form>
  );
}
