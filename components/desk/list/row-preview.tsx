import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { classes } from "@/components/ui/classes";
import { useOffline } from "@/lib/browser/use-offline";

/** The last item; or, after a click while offline, that the chat opens later. */
export function RowPreview({ text, isNew }: { text: string; isNew: boolean }) {
  const t = useTranslations("chat.list");
  const { pending } = useLinkStatus();
  const { away } = useLive();
  // The stream notices a server that cannot be reached while there is a network.
  const isOffline = useOffline() || away;
  return (
    <span className={classes("truncate text-sm", isNew ? "font-semibold" : "text-soft")}>
      {pending && isOffline ? t("opensLater") : text}
    </span>
  );
}
