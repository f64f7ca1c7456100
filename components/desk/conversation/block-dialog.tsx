"use client";

import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useShownName } from "@/components/ui/use-shown-name";
import type { Panel } from "@/lib/desk/panel/contract";
import { useBlock } from "./use-block";

type Props = { panel: Panel; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks before it blocks the person of the chat, and says what that means. */
export function BlockDialog({ panel, open, onOpenChange }: Props) {
  const { person } = panel;
  const t = useTranslations("chat.menu");
  const block = useBlock(panel);
  const name = useShownName()(person.displayName);

  function change(isOpen: boolean) {
    if (!isOpen) block.reset();
    onOpenChange(isOpen);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={t.rich("blockTitle", { name, bdi })}
      confirmLabel={t("blockConfirm")}
      danger
      busy={block.isPending}
      error={block.error?.message}
      onConfirm={() => block.mutate(true, { onSuccess: () => change(false) })}
    >
      {t("blockBody")}
      {person.visitorId !== null && <span className="mt-2 block">{t("blockNetwork")}</span>}
    </ConfirmDialog>
  );
}
