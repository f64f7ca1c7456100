import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { When } from "@/components/time/when";
import { bdi } from "@/components/ui/bdi";
import { IconButton } from "@/components/ui/icon-button";
import type { Present } from "@/lib/chats/browser/store/presence";
import { PresenceText } from "./presence-text";

type Props = {
  others: readonly Present[];
  answer: { authorName: string | null; createdAt: string } | undefined;
  onDismiss: () => void;
};

/** Above the composer, before two agents answer at once. The live region is always there, so that it is announced when it fills. */
export function ReplyNotices({ others, answer, onDismiss }: Props) {
  const t = useTranslations("chat.presence");
  const replying = others.filter(({ state }) => state === "replying");
  const hasText = answer !== undefined || replying.length > 0;
  return (
    <div
      className={
        hasText
          ? "mx-auto mb-2 flex min-h-8 max-w-[720px] items-center gap-2 rounded-md border border-note-line bg-note px-3 py-1 text-sm"
          : "sr-only"
      }
    >
      <div role="status" aria-atomic="false" className="min-w-0 flex-1">
        {answer && (
          <p className="truncate">
            {t.rich("answered", { name: answer.authorName ?? "", bdi, time: () => <When at={answer.createdAt} /> })}
          </p>
        )}
        {replying.length > 0 && (
          <p className="truncate">
            <PresenceText people={replying} state="replying" />
          </p>
        )}
      </div>
      {answer && (
        <IconButton label={t("dismiss")} onClick={onDismiss}>
          <X />
        </IconButton>
      )}
    </div>
  );
}
