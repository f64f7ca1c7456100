import { useTranslations } from "next-intl";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { RelativeTime } from "@/components/time/relative-time";
import { Link } from "@/components/ui/link";
import type { Panel } from "@/lib/desk/panel/contract";

/** The number of chats with this person, and links to the others. */
export function LinkedChats({ chats, count }: { chats: Panel["linkedChats"]; count: number }) {
  const t = useTranslations("chat.linked");
  const channels = useTranslations("chat.channels");
  const { workspace, isFrame } = usePanelHost();
  return (
    <div className="mt-1 grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      <p className="text-soft">{t("title")}</p>
      <p className="tabular-nums">{count}</p>
      {chats.length > 0 && (
        <ul aria-label={t("others")} className="col-start-2 flex flex-col gap-1">
          {chats.map(({ id, channel, status, lastItemAt }) => (
            <li key={id}>
              <Link
                href={`/${workspace}/chats/${id}`}
                prefetch={false}
                {...(isFrame && { target: "_blank" })}
                className="text-accent underline-offset-2 hover:underline"
              >
                {channels(channel)} · {t(`statuses.${status}`)} · <RelativeTime at={lastItemAt} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
