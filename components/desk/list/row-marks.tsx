import { AtSign, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { channels } from "@/lib/channels/browser/channels";
import type { ChatSummary } from "@/lib/chats/contract";

/** The person's initials, and the channel in which they write. */
export function Face({ chat, name }: { chat: ChatSummary; name: string }) {
  const t = useTranslations("chat.channels");
  const Icon = channels[chat.channel].icon;
  return (
    <span className="relative row-span-2 size-9">
      <Avatar name={name} size={36} />
      <span
        title={t(chat.channel)}
        className="absolute -end-0.5 -bottom-0.5 grid size-[18px] place-items-center rounded-full border border-line bg-surface text-soft"
      >
        <Icon aria-hidden className="size-[11px]" />
        <span className="sr-only">{t(chat.channel)}</span>
      </span>
    </span>
  );
}

/** Open problems, an unread mention, unread messages, and whose chat it is. */
export function RowMarks({ chat, isSeen }: { chat: ChatSummary; isSeen: boolean }) {
  const t = useTranslations("chat.list");
  const problems = t("openProblems", { count: chat.openProblems });
  const assignee = chat.assignee && t("assignedTo", { name: chat.assignee.name });
  return (
    <span className="flex h-5 items-center justify-end gap-1.5">
      {chat.openProblems > 0 && (
        <span title={problems} className="text-problem">
          <TriangleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">{problems}</span>
        </span>
      )}
      {chat.isMentioned && !isSeen && (
        <span title={t("mentioned")} className="text-accent">
          <AtSign aria-hidden className="size-3.5" />
          <span className="sr-only">{t("mentioned")}</span>
        </span>
      )}
      {chat.unread > 0 && !isSeen && (
        <span className="min-w-[18px] rounded-full bg-accent px-1.5 text-center font-semibold text-[11px]/[18px] text-on-accent tabular-nums">
          {t.rich("unread", { count: chat.unread, quiet: (text) => <span className="sr-only">{text}</span> })}
        </span>
      )}
      {chat.assignee && (
        <span title={assignee ?? undefined}>
          <Avatar name={chat.assignee.name} size={18} />
          <span className="sr-only">{assignee}</span>
        </span>
      )}
    </span>
  );
}
