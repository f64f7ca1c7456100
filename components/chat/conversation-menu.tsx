"use client";

import { useMutation } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ban, Clock3, Ellipsis, MessageSquareDashed, Phone, Tag, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLine } from "@/components/ui/menu-line";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { requestPhone } from "@/lib/domain/channels/whatsapp/endpoints";
import type { Panel } from "@/lib/domain/panel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Choosing } from "./header-actions";
import { useHasSomeSpace, useHasSpace } from "./header-space";
import { useLive } from "./shared/live";
import { useTemplatePicker } from "./shared/template-picker";
import { useStatus } from "./shared/use-status";
import { useBlock } from "./use-block";

type Props = { panel: Panel; choosing: Choosing; onChoose: (choosing: Choosing) => void };

/** What is done rarely: ask for the phone, send a template, block. Without room in the header also what else is there. */
export function ConversationMenu({ panel, choosing, onChoose }: Props) {
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
  const trigger = useRef<HTMLButtonElement>(null);
  const wasChoosing = useRef(false);

  // The item of the menu that opened a dialog is gone when the dialog closes.
  useEffect(() => {
    if (wasChoosing.current && !choosing && document.activeElement === document.body) trigger.current?.focus();
    wasChoosing.current = choosing !== null;
  }, [choosing]);

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
          <IconButton ref={trigger} label={t("label", { name: person.displayName })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <HeaderItems chat={chat} onChoose={onChoose} />
        <MenuItem icon={<Tag />} onSelect={() => onChoose("tag")}>
          {t("tag")}
        </MenuItem>
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

/** What the header has no room for. */
function HeaderItems({ chat, onChoose }: { chat: Panel["chat"]; onChoose: (choosing: Choosing) => void }) {
  const t = useTranslations("chat");
  const { change } = useStatus(chat.id);
  const [hasSpace, hasSomeSpace] = [useHasSpace(), useHasSomeSpace()];
  const isOpen = chat.status === "open";
  if (hasSpace) return null;
  return (
    <>
      <MenuItem icon={<UserRound />} onSelect={() => onChoose("assign")}>
        {t("menu.assign")}
      </MenuItem>
      {isOpen && (
        <MenuItem icon={<Clock3 />} onSelect={() => onChoose("snooze")}>
          {t("menu.snooze")}
        </MenuItem>
      )}
      {!hasSomeSpace && (
        <MenuItem icon={isOpen ? <Archive /> : <ArchiveRestore />} onSelect={() => change(isOpen ? "closed" : "open")}>
          {t(isOpen ? "conversation.close" : "conversation.reopen")}
        </MenuItem>
      )}
      <MenuLine />
    </>
  );
}
