"use client";

import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { loader } from "@/components/ui/use-loaded";
import { useShownName } from "@/components/ui/use-shown-name";
import { call } from "@/lib/browser/call";
import { requestPhone } from "@/lib/domain/channels/whatsapp/endpoints";
import type { Panel } from "@/lib/domain/panel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Choosing } from "./header-actions";
import { useLive } from "./shared/live";
import { useBlock } from "./use-block";

const items = loader(() => import("./conversation-items").then(({ ConversationItems }) => ConversationItems));

type Props = { panel: Panel; choosing: Choosing; onChoose: (choosing: Choosing) => void };

/** What is done rarely: ask for the phone, send a template, block. Without room in the header also what else is there. */
export function ConversationMenu({ panel, choosing, onChoose }: Props) {
  const { chat, person } = panel;
  const [isBlocking, setBlocking] = useState(false);
  const t = useTranslations("chat.menu");
  const { workspace, live } = useLive();
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

  const name = useShownName()(person.displayName);
  function openBlock() {
    block.reset();
    setBlocking(true);
  }
  const unblock = () => block.mutate(false, { onError: (error) => toast.error(error.message) });

  return (
    <>
      <Menu
        loads={items}
        trigger={
          <IconButton ref={trigger} label={t("label", { name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {(Items) => (
          <Items
            panel={panel}
            onChoose={onChoose}
            isAsking={ask.isPending}
            onAsk={() => ask.mutate()}
            onBlock={openBlock}
            onUnblock={unblock}
          />
        )}
      </Menu>
      <ConfirmDialog
        open={isBlocking}
        onOpenChange={setBlocking}
        title={t.rich("blockTitle", { name, bdi })}
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
