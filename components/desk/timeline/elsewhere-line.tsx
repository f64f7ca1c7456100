import { useTranslations } from "next-intl";
import type { Elsewhere } from "@/components/desk/shared/linked-chats";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { useListSearch } from "@/components/desk/shared/use-view";
import { When } from "@/components/time/when";
import { Link } from "@/components/ui/link";
import { useTimelineActions } from "./timeline-context";

/** The person also wrote in another of their chats: answers go where they were asked. */
export function ElsewhereLine({ elsewhere: { chatId, channel, at } }: { elsewhere: Elsewhere }) {
  const t = useTranslations("chat.linked");
  const { workspace } = useLive();
  const { displayName } = useTimelineActions();
  const { begin } = useOpening();
  const search = useListSearch();
  return (
    <p className="mt-3 text-center text-soft text-xs wrap-anywhere">
      {t.rich(`wrote.${channel}`, { name: displayName, bdi: (text) => <bdi className="font-medium text-text">{text}</bdi> })}{" "}
      <When at={at} />
      {" · "}
      <Link
        href={`/${workspace}/chats/${chatId}${search}`}
        prefetch={false}
        onNavigate={() => begin(chatId)}
        className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
      >
        {t("open")}
      </Link>
    </p>
  );
}
