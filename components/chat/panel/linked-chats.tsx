import Link from "next/link";
import { useLive } from "@/components/chat/shared/live";
import { channelNames } from "@/components/chat/shared/words";
import { RelativeTime } from "@/components/time/relative-time";
import type { Panel } from "@/lib/domain/panel/contract";

/** How many chats there are with this person, and the way to the others. */
export function LinkedChats({ chats, count }: { chats: Panel["linkedChats"]; count: number }) {
  const { workspace } = useLive();
  return (
    <div className="mt-1 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <p className="text-soft">Linked chats</p>
      <p className="tabular-nums">{count}</p>
      {chats.length > 0 && (
        <ul aria-label="Other chats with this person" className="col-start-2 flex flex-col gap-1">
          {chats.map(({ id, channel, status, lastItemAt }) => (
            <li key={id}>
              <Link href={`/${workspace}/chats/${id}`} prefetch={false} className="text-accent underline-offset-2 hover:underline">
                {channelNames[channel]} · {status} · <RelativeTime at={lastItemAt} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
