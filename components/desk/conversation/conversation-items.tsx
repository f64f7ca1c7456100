import { useIsMutating, useMutation } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ban, Clock3, Link2, MessageSquareDashed, Phone, Tag, UserRound, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useKeysEnabled } from "@/components/commands/commands";
import { Keys } from "@/components/commands/keys";
import { runCommand } from "@/components/commands/run";
import { useLive } from "@/components/desk/shared/live";
import { useTemplatePicker } from "@/components/desk/shared/template-picker";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLine } from "@/components/ui/menu-line";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { channels } from "@/lib/channels/browser/channels";
import { requestPhone } from "@/lib/channels/whatsapp/endpoints";
import type { Panel } from "@/lib/desk/panel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Question } from "./conversation-questions";
import type { Choosing } from "./header-actions";
import { useHasSomeSpace, useHasSpace } from "./header-space";
import { useBlock } from "./use-block";

type Props = {
  panel: Panel;
  onChoose: (choosing: Choosing) => void;
  onAsk: (question: Question) => void;
};

/** The items of the conversation's menu. */
export function ConversationItems({ panel, onChoose, onAsk }: Props) {
  const { chat, person, contact } = panel;
  const { me } = useLive();
  const t = useTranslations("chat.menu");
  const openPicker = useTemplatePicker();
  const { ask, isAsking } = useAsking(chat.id);
  const block = useBlock(panel);
  const hidesPhone = channels[chat.channel].canRequestPhone && person.phone === null && chat.status === "open";
  return (
    <>
      <HeaderItems chat={chat} onChoose={onChoose} />
      <MenuItem icon={<Tag />} onSelect={() => onChoose("tag")}>
        {t("tag")}
        <Key name="t" />
      </MenuItem>
      {contact === null && (
        <MenuItem icon={<Link2 />} onSelect={() => onChoose("link")}>
          {t("link")}
          <Key name="l" />
        </MenuItem>
      )}
      {hidesPhone && (
        <MenuItem icon={<Phone />} disabled={isAsking} onSelect={ask}>
          {t("askPhone")}
        </MenuItem>
      )}
      {openPicker && (
        <MenuItem icon={<MessageSquareDashed />} onSelect={openPicker}>
          {t("sendTemplate")}
        </MenuItem>
      )}
      {person.isBlocked ? (
        <MenuItem icon={<Ban />} onSelect={() => block.mutate(false, { onError: (error) => toast.error(error.message) })}>
          {t("unblock")}
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban />} danger onSelect={() => onAsk("block")}>
          {t("block")}
        </MenuItem>
      )}
      {me.isAdmin && (
        <MenuItem icon={<UserX />} danger onSelect={() => onAsk("erase")}>
          {t("erase")}
        </MenuItem>
      )}
    </>
  );
}

/** The key that does the same, at the end of its line. */
function Key({ name }: { name: string }) {
  return (
    useKeysEnabled() && (
      <span aria-hidden className="ms-auto ps-4 pointer-coarse:hidden">
        <Keys keys={name} />
      </span>
    )
  );
}

/** Asks for the phone of somebody who hides it; known to be under way also after the menu was closed. */
function useAsking(chatId: string) {
  const t = useTranslations("chat.menu");
  const { workspace, live } = useLive();
  const mutationKey = ["w", workspace, "ask-phone", chatId];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: () => live.inOrder(chatId, () => call(requestPhone, { params: { workspace, chatId }, body: { id: newId() } })),
    onSuccess: () => {
      void live.refreshChat(chatId);
      toast.success(t("asked"));
    },
    onError: (error) => toast.error(error.message),
  });
  return { ask: () => mutate(), isAsking: useIsMutating({ mutationKey }) > 0 };
}

export { ConversationQuestions } from "./conversation-questions";

/** What the header has no room for. */
function HeaderItems({ chat, onChoose }: { chat: Panel["chat"]; onChoose: (choosing: Choosing) => void }) {
  const t = useTranslations("chat");
  const [hasSpace, hasSomeSpace] = [useHasSpace(), useHasSomeSpace()];
  const isOpen = chat.status === "open";
  if (hasSpace) return null;
  return (
    <>
      <MenuItem icon={<UserRound />} onSelect={() => onChoose("assign")}>
        {t("menu.assign")}
        <Key name="o" />
      </MenuItem>
      {isOpen && (
        <MenuItem icon={<Clock3 />} onSelect={() => onChoose("snooze")}>
          {t("menu.snooze")}
          <Key name="s" />
        </MenuItem>
      )}
      {!hasSomeSpace && (
        <MenuItem icon={isOpen ? <Archive /> : <ArchiveRestore />} onSelect={() => runCommand("chat.close")}>
          {t(isOpen ? "conversation.close" : "conversation.reopen")}
          <Key name="e" />
        </MenuItem>
      )}
      <MenuLine />
    </>
  );
}
