import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { PersonName } from "@/lib/domain/accounts/contract";
import { VisitorId } from "@/lib/domain/channels/contract";
import { Phone, UserId } from "@/lib/domain/people/shared/identity";
import { Text } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { leftEmpty } from "./left-empty";
import type { Person } from "./people";

const Sender = z.object({
  visitorId: VisitorId,
  name: leftEmpty(PersonName),
  email: leftEmpty(Text(3, 254)),
  phone: leftEmpty(Phone),
  userId: leftEmpty(UserId),
});
const labels = { visitorId: "The visitor's id", name: "The name", email: "The e-mail", phone: "The phone", userId: "The user id" };

export function WebsiteForm({ onAdd }: { onAdd: (person: Person) => void }) {
  const [freshId] = useState(() => `v_${newId().slice(-8)}`);
  const { problems, onSubmit } = useCheckedForm(Sender, labels, (sender) =>
    onAdd({ name: sender.name ?? `Visitor ${sender.visitorId.slice(-4)}`, from: { channel: "website", ...sender } }),
  );
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field label="Visitor id" hint="What the website remembers of a browser." error={problems.visitorId}>
        <Input name="visitorId" defaultValue={freshId} autoComplete="off" />
      </Field>
      <Field label="Name (optional)" error={problems.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <Field label="E-mail (optional)" hint="Typed, so it only suggests who it may be." error={problems.email}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label="Phone (optional)" hint="Typed as well: a suggestion, never a link." error={problems.phone}>
        <Input name="phone" type="tel" autoComplete="off" />
      </Field>
      <Field
        label="Signed in as (optional)"
        hint="A user id that the website vouches for, such as user_8841. It links at once."
        error={problems.userId}
      >
        <Input name="userId" autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        Play them
      </Button>
    </form>
  );
}
