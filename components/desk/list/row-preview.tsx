import { useLinkStatus } from "next/link";
import { useTranslations } from "next-intl";
import { useLive } from "@/components/desk/shared/live";
import { classes } from "@/components/ui/classes";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useOffline } from "@/lib/browser/use-offline";

// The server knows no drafts.
const draftMark = loader(() => import("./draft-mark").then(({ DraftMark }) => DraftMark));

type Props = { chatId: string; text: string; isNew: boolean; isOpen: boolean };

/** The last message; or, after a click while offline, that the chat opens later. The open chat shows its draft itself. */
export function RowPreview({ chatId, text, isNew, isOpen }: Props) {
  const t = useTranslations("chat.list");
  const { pending } = useLinkStatus();
  const { away } = useLive();
  const DraftMark = useLoaded(draftMark, true);
  // The stream notices a server that cannot be reached while there is a network.
  const isOffline = useOffline() || away;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm">
      {DraftMark && !isOpen && <DraftMark chatId={chatId} />}
      <span className={classes("min-w-0 flex-1 truncate", isNew ? "font-semibold" : "text-soft")}>
        {pending && isOffline ? t("opensLater") : text}
      </span>
    </span>
  );
}
