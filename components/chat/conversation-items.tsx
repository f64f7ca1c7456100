import { Archive, ArchiveRestore, Ban, Clock3, MessageSquareDashed, Phone, Tag, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLine } from "@/components/ui/menu-line";
import type { Panel } from "@/lib/domain/panel/contract";
import type { Choosing } from "./header-actions";
import { useHasSomeSpace, useHasSpace } from "./header-space";
import { useTemplatePicker } from "./shared/template-picker";
import { useStatus } from "./shared/use-status";

type Props = {
  panel: Panel;
  onChoose: (choosing: Choosing) => void;
  isAsking: boolean;
  onAsk: () => void;
  onBlock: () => void;
  onUnblock: () => void;
};

/** The items of the conversation's menu. */
export function ConversationItems({ panel: { chat, person }, onChoose, isAsking, onAsk, onBlock, onUnblock }: Props) {
  const t = useTranslations("chat.menu");
  const openPicker = useTemplatePicker();
  const hidesPhone = chat.channel === "whatsapp" && person.phone === null && chat.status === "open";
  return (
    <>
      <HeaderItems chat={chat} onChoose={onChoose} />
      <MenuItem icon={<Tag />} onSelect={() => onChoose("tag")}>
        {t("tag")}
      </MenuItem>
      {hidesPhone && (
        <MenuItem icon={<Phone />} disabled={isAsking} onSelect={onAsk}>
          {t("askPhone")}
        </MenuItem>
      )}
      {openPicker && (
        <MenuItem icon={<MessageSquareDashed />} onSelect={openPicker}>
          {t("sendTemplate")}
        </MenuItem>
      )}
      {person.isBlocked ? (
        <MenuItem icon={<Ban />} onSelect={onUnblock}>
          {t("unblock")}
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban />} danger onSelect={onBlock}>
          {t("block")}
        </MenuItem>
      )}
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
