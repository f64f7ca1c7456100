import { CircleHelp } from "lucide-react";
import { useParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { EventReach } from "./event-reach";

export function WhyButton({ id }: { id: string }) {
  const t = useTranslations("chat.reach");
  const { workspace = "" } = useParams<{ workspace?: string }>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t("open")} className="-m-1 pointer-coarse:-m-2" onClick={() => setOpen(true)}>
        <CircleHelp />
      </IconButton>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t("open")} description={t("then")}>
        <EventReach workspace={workspace} id={id} />
      </Dialog>
    </>
  );
}
