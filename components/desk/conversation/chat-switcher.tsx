import { useTranslations } from "next-intl";
import { otherChats } from "@/components/desk/shared/linked-chats";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { useListSearch } from "@/components/desk/shared/use-view";
import { Link } from "@/components/ui/link";
import type { Panel } from "@/lib/desk/panel/contract";

/** The person's other chats, one for each channel besides those that are open; the panel has them all. Each answers where it says. */
export function ChatSwitcher({ panel }: { panel: Panel }) {
  const t = useTranslations("chat.linked");
  const channels = useTranslations("chat.channels");
  const { workspace } = useLive();
  const { begin } = useOpening();
  const search = useListSearch();
  const others = otherChats(panel);
  if (others.length === 0) return null;
  return (
    <ul aria-label={t("switch")} className="flex flex-none items-center gap-2 text-xs">
      {others.map(({ id, channel, status }) => (
        <li key={id}>
          <Link
            href={`/${workspace}/chats/${id}${search}`}
            prefetch={false}
            onNavigate={() => begin(id)}
            className="flex min-h-6 items-center text-accent underline-offset-2 hover:underline"
          >
            {status === "open" ? channels(channel) : t("closedChat", { channel: channels(channel) })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
