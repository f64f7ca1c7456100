import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useCheckedForm } from "@/lib/browser/use-checked-form";
import { VisitorId } from "@/lib/channels/contract";
import { Text } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { Phone, UserId } from "@/lib/people/shared/identity";
import { PersonName } from "@/lib/workspace/accounts/contract";
import { optionalText } from "./optional-text";
import type { Person } from "./people";

const Sender = z.object({
  visitorId: VisitorId,
  name: optionalText(PersonName),
  email: optionalText(Text(3, 254)),
  phone: optionalText(Phone),
  userId: optionalText(UserId),
});

export function WebsiteForm({ onAdd }: { onAdd: (person: Person) => void }) {
  const t = useTranslations("simulator.website");
  const fields = useTranslations("simulator.fields");
  const [defaultVisitorId] = useState(() => `v_${newId().slice(-8)}`);
  const labels = {
    visitorId: t("visitorIdSubject"),
    name: fields("nameSubject"),
    email: t("emailSubject"),
    phone: fields("phoneSubject"),
    userId: t("userIdSubject"),
  };
  const { problems, onSubmit } = useCheckedForm(Sender, labels, (sender) =>
    onAdd({ name: sender.name ?? t("visitor", { end: sender.visitorId.slice(-4) }), from: { channel: "website", ...sender } }),
  );
  return (
    <form method="post" onSubmit={onSubmit} noValidate className="grid gap-4">
      <Field label={t("visitorId")} hint={t("visitorIdHint")} error={problems.visitorId}>
        <Input name="visitorId" defaultValue={defaultVisitorId} autoComplete="off" />
      </Field>
      <Field label={fields("name")} error={problems.name}>
        <Input name="name" autoComplete="off" />
      </Field>
      <Field label={t("email")} hint={t("emailHint")} error={problems.email}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label={t("phone")} hint={t("phoneHint")} error={problems.phone}>
        <Input name="phone" type="tel" autoComplete="off" />
      </Field>
      <Field label={t("userId")} hint={t("userIdHint")} error={problems.userId}>
        <Input name="userId" autoComplete="off" />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        {fields("add")}
      </Button>
    </form>
  );
}
