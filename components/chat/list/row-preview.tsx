import { useLinkStatus } from "next/link";
import { useOffline } from "next/offline";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/chat/shared/live";

/** What was said last; or, without a network, what becomes of the click. */
export function RowPreview({ text }: { text: string }) {
  const t = useTranslations("chat.list");
  const { pending } = useLinkStatus();
  const { away } = useLive();
  // What happens while the page is still starting is only noticed by the stream.
  const isOffline = useOffline() || away;
  return <span className="truncate text-sm text-soft">{pending && isOffline ? t("opensLater") : text}</span>;
}
