import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { Person } from "./people";
import { WebsiteForm } from "./website-form";
import { WhatsAppForm } from "./whatsapp-form";

/** Somebody whom the demo does not know yet. */
export function NewPerson({ onAdd }: { onAdd: (person: Person) => void }) {
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
        Somebody new
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Somebody new" description="The chat begins with their first message.">
        <div className="grid gap-4">
          <Field label="Writes from">
            <Select value={channel} onChange={(event) => setChannel(event.target.value)}>
              <option value="whatsapp">WhatsApp</option>
              <option value="website">The website</option>
            </Select>
          </Field>
          <Form onAdd={add} />
        </div>
      </Dialog>
    </>
  );
}
