import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Template } from "@/lib/channels/whatsapp/contract";
import { TemplateForm } from "./template-form";
import { TemplateList } from "./template-list";

export type TemplateWindowProps = { chatId: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Choose a template, fill in its values, see what the customer reads, send. */
export function TemplateWindow({ chatId, open, onOpenChange }: TemplateWindowProps) {
  const t = useTranslations("chat.templates");
  const [chosen, setChosen] = useState<Template>();

  function change(isOpen: boolean) {
    if (!isOpen) setChosen(undefined);
    onOpenChange(isOpen);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={chosen ? t("fillTitle", { name: chosen.name }) : t("title")}
      description={t(chosen ? "fillDescription" : "description")}
      staysOnOutsidePress={chosen !== undefined}
    >
      {chosen ? (
        <TemplateForm chatId={chatId} template={chosen} onBack={() => setChosen(undefined)} onSent={() => change(false)} />
      ) : (
        <TemplateList onChoose={setChosen} />
      )}
    </Dialog>
  );
}
