"use client";

import { useMutation } from "@tanstack/react-query";
import { Ban, Ellipsis, MessageSquareDashed, Phone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "sonner";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { call } from "@/lib/browser/call";
import { requestPhone } from "@/lib/domain/channels/whatsapp/contract";
import type { Panel } from "@/lib/domain/panel/contract";
import { newId } from "@/lib/kernel/ids";
import { useLive } from "./shared/live";
import { useTemplatePicker } from "./shared/template-picker";
import { useBlock } from "./use-block";

/** What is done rarely: ask for the phone, send a template, block. */
export function ConversationMenu({ panel }: { panel: Panel }) {
  const { chat, person } = panel;
  const [isBlocking, setBlocking] = useState(false);
  const t = useTranslations("chat.menu");
  const { workspace, live } = useLive();
  const openPicker = useTemplatePicker();
  const block = useBlock(panel);
  const ask = useMutation({
    mutationFn: () => call(requestPhone, { params: { workspace, chatId: chat.id }, body: { id: newId() } }),
    onSuccess: () => {
      void live.refreshChat(chat.id);
      toast.success(t("asked"));
    },
    onError: (error) => toast.error(error.message),
  });
  const hidesPhone = chat.channel === "whatsapp" && person.phone === null && chat.status === "open";

  function openBlock() {
    block.reset();
    setBlocking(true);
  }
  const unblock = () => block.mutate(false, { onError: (error) => toast.error(error.message) });

  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("label", { name: person.displayName })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {hidesPhone && (
          <MenuItem icon={<Phone />} disabled={ask.isPending} onSelect={() => ask.mutate()}>
            {t("askPhone")}
          </MenuItem>
        )}
        {openPicker && (
          <MenuItem icon={<MessageSquareDashed />} onSelect={openPicker}>
            {t("sendTemplate")}
          </MenuItem>
        )}
        {person.isBlocked ? (
          <MenuItem icon={<Ban />} onSelect={unblock}>
            {t("unblock")}
          </MenuItem>
        ) : (
          <MenuItem icon={<Ban />} danger onSelect={openBlock}>
            {t("block")}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isBlocking}
        onOpenChange={setBlocking}
        title={t.rich("blockTitle", { name: person.displayName, bdi })}
        confirmLabel={t("blockConfirm")}
        danger
        busy={block.isPending}
        error={block.error?.message}
        onConfirm={() => block.mutate(true, { onSuccess: () => setBlocking(false) })}
      >
        {t("blockBody")}
      </ConfirmDialog>
    </>
  );
}
