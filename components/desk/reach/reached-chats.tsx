import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { RelativeTime } from "@/components/time/relative-time";
import { Link } from "@/components/ui/link";
import type { Channel } from "@/lib/chats/shared/channels";
import { type DisplayName, shownNameOf } from "@/lib/people/shared/display-name";

type Chat = { id: string; displayName: DisplayName; channel: Channel; lastMessageAt: string | null; reason?: string };
type Props = {
  workspace: string;
  title: string;
  hasCard: boolean;
  chats: readonly Chat[];
  /** "last message 3 hours ago" */
  lastMessage: (time: () => ReactNode) => ReactNode;
};

/** Chats with the card of an event, or without it and with the reason. */
export function ReachedChats({ workspace, title, hasCard, chats, lastMessage }: Props) {
  const common = useTranslations("common");
  const names = useTranslations("chat.channels");
  const Icon = hasCard ? CircleCheck : CircleX;
  return (
    <>
      <h3 className="flex items-center gap-2 border-line border-t px-4 py-2.5 font-medium text-sm">
        <Icon aria-hidden className={`size-4 flex-none ${hasCard ? "text-ok" : "text-soft"}`} />
        {title}
      </h3>
      <ul className="divide-y divide-line border-line not-empty:border-t">
        {chats.map(({ id, displayName, channel, lastMessageAt, reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm">
            <Link
              href={`/${workspace}/chats/${id}`}
              prefetch={false}
              className="wrap-anywhere min-w-0 font-medium text-accent hover:underline"
            >
              <bdi>{shownNameOf(common, displayName)}</bdi>
            </Link>
            <span className="text-soft text-xs">{names(channel)}</span>
            {reason && <span className="text-pretty text-soft">{reason}</span>}
            {lastMessageAt && (
              <span className="ms-auto text-soft text-xs">
                {lastMessage(() => (
                  <RelativeTime at={lastMessageAt} ago />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
