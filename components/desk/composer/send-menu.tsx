import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { SendProps } from "./send-items";

const parts = loader(() => import("./send-items"));

/** Opens the ways to send. */
export function SendMenu(props: SendProps) {
  const t = useTranslations("chat.composer");
  const [isChoosing, setChoosing] = useState(false);
  const Parts = useOpened(parts, isChoosing, () => setChoosing(false));
  return (
    <>
      <Menu
        side="top"
        loads={parts}
        trigger={
          <IconButton label={t("sendMenu")}>
            <ChevronDown />
          </IconButton>
        }
      >
        {({ SendItems }) => <SendItems {...props} onLater={() => setChoosing(true)} />}
      </Menu>
      {Parts && <Parts.LaterDialog later={props.later} open={isChoosing} onOpenChange={setChoosing} />}
    </>
  );
}
