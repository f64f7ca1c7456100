import { useLinkStatus } from "next/link";
import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/chat/shared/live";

/** The last item; or, after a click while offline, that the chat opens later. */
export function RowPreview({ text }: { text: string }) {
  const t = useTranslations("chat.list");
  const { pending } = useLinkStatus();
  const { away } = useLive();
  // `useOffline` misses a disconnect during page load; the stream notices it.
  const isOffline = useOffline() || away;
  return <span className="truncate text-sm text-soft">{pending && isOffline ? t("opensLater") : text}</span>;
}
