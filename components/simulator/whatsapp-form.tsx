import { z } from "zod";
import { formatPhone } from "@/components/chat/shared/phone";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { PersonName } from "@/lib/domain/accounts/contract";
import { Phone } from "@/lib/domain/people/shared/identity";
import { leftEmpty } from "./left-empty";
import type { Person } from "./people";

const Sender = z.object({ phone: Phone, name: leftEmpty(PersonName) });
const labels = { phone: "The phone", name: "The name" };

export function WhatsAppForm({ onAdd }: { onAdd: (person: Person) => void }) {
  const { problems, onSubmit } = useCheckedForm(Sender, labels, ({ phone, name }) =>
    onAdd({ name: name ?? formatPhone(phone), from: { channel: "whatsapp", phone, name } }),
  );
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field
        label="Phone"
        hint="With the country code, such as +44 7911 123456. WhatsApp vouches for it, so it links to a contact."
        error={problems.phone}
      >
        <Input name="phone" type="tel" autoComplete="off" />
      </Field>
      <Field label="Name (optional)" hint="As it is set in their WhatsApp." error={problems.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        Play them
      </Button>
    </form>
  );
}
