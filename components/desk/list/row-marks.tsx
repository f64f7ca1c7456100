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
        className="absolute -end-1 -bottom-1 grid size-4 place-items-center rounded-full border border-line bg-surface text-soft"
      >
        <Icon aria-hidden className="size-2.5" />
        <span className="sr-only">{t(chat.channel)}</span>
      </span>
    </span>
  );
}

/**
 * The open problem that happened last, and how many there are besides. It takes what the name leaves, and shows at least its sign. Its name
 * wraps into a second line, which is not seen, where only a letter or two of it would be.
 */
export function ProblemChip({ chat: { openProblems, newestProblem } }: { chat: ChatSummary }) {
  const t = useTranslations("chat.list");
  if (openProblems === 0) return null;
  const problems = t("openProblems", { count: openProblems });
  return (
    <span
      title={newestProblem ? `${problems}: ${newestProblem}` : problems}
      className="flex min-w-6 max-w-max flex-[9_1_0] items-center gap-1 overflow-clip rounded-full border border-problem-line bg-problem-soft px-1 text-problem text-xs"
    >
      <TriangleAlert aria-hidden className="size-3.5 flex-none" />
      <span className="sr-only">{problems}</span>
      {newestProblem && (
        <span className="flex h-4 min-w-0 flex-wrap overflow-clip before:w-px">
          <bdi className="flex-[1_0_2.5rem] truncate">{newestProblem}</bdi>
        </span>
      )}
      {openProblems > 1 && (
        <span aria-hidden className="flex-none pe-0.5 tabular-nums">
          +{openProblems - 1}
        </span>
      )}
    </span>
  );
}

/** An unread mention, unread messages, and whose chat it is. */
export function RowMarks({ chat, isSeen }: { chat: ChatSummary; isSeen: boolean }) {
  const t = useTranslations("chat.list");
  const assignee = chat.assignee && t("assignedTo", { name: chat.assignee.name });
  return (
    <span className="ms-auto flex flex-none items-center gap-1.5">
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
