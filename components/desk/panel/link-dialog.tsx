"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { Panel } from "@/lib/desk/panel/contract";

const choosing = loader(() => import("./link-choice").then(({ LinkChoice }) => LinkChoice));

/** Which contact the person of the chat is. */
export function LinkDialog({ panel, open, onClose }: { panel: Panel; open: boolean; onClose: () => void }) {
  const t = useTranslations("chat.link");
  const Choice = useOpened(choosing, open, onClose);
  return (
    <Dialog open={open && Choice !== undefined} onOpenChange={(next) => !next && onClose()} title={t("title")}>
      {Choice && <Choice panel={panel} onDone={onClose} />}
    </Dialog>
  );
}
