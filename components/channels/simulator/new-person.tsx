import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { Person } from "./people";
import { WebsiteForm } from "./website-form";
import { WhatsAppForm } from "./whatsapp-form";

/** Adds a person to the simulator. */
export function NewPerson({ onAdd }: { onAdd: (person: Person) => void }) {
  const t = useTranslations("simulator.person");
  const channels = useTranslations("chat.channels");
  const [isOpen, setIsOpen] = useState(false);
  const [channel, setChannel] = useState("whatsapp");
  const Form = channel === "whatsapp" ? WhatsAppForm : WebsiteForm;

  function add(person: Person) {
    onAdd(person);
    setIsOpen(false);
  }

  return (
    <>
      <Button className="self-start" onClick={() => setIsOpen(true)}>
        <UserPlus className="size-4" />
        {t("new")}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={t("new")} description={t("newHint")}>
        <div className="grid gap-4">
          <Field label={t("channel")}>
            <Select value={channel} onChange={(event) => setChannel(event.target.value)}>
              <option value="whatsapp">{channels("whatsapp")}</option>
              <option value="website">{channels("website")}</option>
            </Select>
          </Field>
          <Form onAdd={add} />
        </div>
      </Dialog>
    </>
  );
}
