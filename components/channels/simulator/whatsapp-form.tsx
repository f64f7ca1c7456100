import { useTranslations } from "next-intl";
import { z } from "zod";
import { formatPhone } from "@/components/desk/shared/phone";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { Phone } from "@/lib/people/shared/identity";
import { PersonName } from "@/lib/workspace/accounts/contract";
import { optionalText } from "./optional-text";
import type { Person } from "./people";

const Sender = z.object({ phone: Phone, name: optionalText(PersonName) });

export function WhatsAppForm({ onAdd }: { onAdd: (person: Person) => void }) {
  const t = useTranslations("simulator.whatsapp");
  const fields = useTranslations("simulator.fields");
  const { problems, onSubmit } = useCheckedForm(Sender, { phone: fields("phoneSubject"), name: fields("nameSubject") }, ({ phone, name }) =>
    onAdd({ name: name ?? formatPhone(phone), from: { channel: "whatsapp", phone, name } }),
  );
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field label={t("phone")} hint={t("phoneHint")} error={problems.phone}>
        <Input name="phone" type="tel" autoComplete="off" />
      </Field>
      <Field label={fields("name")} hint={t("nameHint")} error={problems.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        {fields("add")}
      </Button>
    </form>
  );
}
