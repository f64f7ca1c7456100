import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { previewLine } from "@/components/chat/shared/describe";
import { ProblemMark } from "@/components/chat/shared/problem-mark";
import { searchOf } from "@/components/chat/shared/use-view";
import { Avatar } from "@/components/ui/avatar";
import type { View } from "@/lib/domain/chats/browser/queries";
import type { ChatSummary } from "@/lib/domain/chats/contract";
import { RowPreview } from "./row-preview";
import { RowTime } from "./row-time";

type Props = { chat: ChatSummary; workspace: string; view: View; isChosen: boolean; isSeen: boolean };

export function ChatRow({ chat, workspace, view, isChosen, isSeen }: Props) {
  const t = useTranslations("chat.list");
  // Prefetches on hover or focus, so that the chat opens at once; prefetching thirty rows would be too much load.
  const [shouldPrefetch, setShouldPrefetch] = useState(false);
  return (
    <li>
      <Link
        href={`/${workspace}/chats/${chat.id}${searchOf(view)}`}
        prefetch={shouldPrefetch}
        onPointerEnter={() => setShouldPrefetch(true)}
        onFocus={() => setShouldPrefetch(true)}
        aria-current={isChosen ? "page" : undefined}
        className="grid grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-0.5 rounded-lg border border-transparent p-2.5 hover:bg-raised aria-[current]:border-line aria-[current]:bg-surface"
      >
        <span className="row-span-2">
          <Avatar name={chat.displayName} size={36} />
        </span>
        <span className="truncate font-semibold">{chat.displayName}</span>
        <span className="justify-self-end text-soft text-xs">
          <RowTime at={chat.lastItemAt} />
        </span>
        <RowPreview text={previewLine(t, chat.preview)} />
        <span className="flex h-5 items-center justify-end gap-1.5">
          {chat.newProblem && !isSeen && <ProblemMark />}
          {chat.unread > 0 && !isSeen && (
            <span className="min-w-[18px] rounded-full bg-accent px-1.5 text-center font-semibold text-[11px]/[18px] text-on-accent tabular-nums">
              {t.rich("unread", { count: chat.unread, quiet: (text) => <span className="sr-only">{text}</span> })}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
