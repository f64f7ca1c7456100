"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Panel } from "@/lib/domain/panel/contract";

const choices = loader(() => import("./tag-choices").then(({ TagChoices }) => TagChoices));

/** What the chat is about. */
export function TagDialog({ chat, open, onClose }: { chat: Panel["chat"]; open: boolean; onClose: () => void }) {
  const t = useTranslations("chat.tags");
  const Choices = useLoaded(choices, open);
  return (
    <Dialog open={open && Choices !== undefined} onOpenChange={(next) => !next && onClose()} title={t("title")}>
      {Choices && <Choices chat={chat} />}
    </Dialog>
  );
}
