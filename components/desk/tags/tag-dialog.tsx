"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { loader } from "@/components/ui/use-loaded";
import { useOpened } from "@/components/ui/use-opened";
import type { Panel } from "@/lib/desk/panel/contract";

const choices = loader(() => import("./tag-choices").then(({ TagChoices }) => TagChoices));

/** What the chat is about. */
export function TagDialog({ chat, open, onClose }: { chat: Panel["chat"]; open: boolean; onClose: () => void }) {
  const t = useTranslations("chat.tags");
  const Choices = useOpened(choices, open, onClose);
  return (
    <Dialog open={open && Choices !== undefined} onOpenChange={(next) => !next && onClose()} title={t("title")}>
      {Choices && <Choices chat={chat} />}
    </Dialog>
  );
}
