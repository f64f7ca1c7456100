import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { OutcomeNote } from "@/components/chat/press/outcome-note";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatItem } from "@/lib/domain/chats/contract";

// Between the button and the strip.
const roomPx = 12;

type ActionItem = Extract<ChatItem, { kind: "action" }>;
type Props = {
  items: readonly ChatItem[];
  /** The button of the sheet that was clicked last. */
  clicked: RefObject<Element | null>;
  onShow: () => void;
};

/** The sheet covers the conversation: what became of a press while it is open stands in the sheet, too. */
export function SheetOutcome({ items, clicked, onShow }: Props) {
  const t = useTranslations("chat.outcome");
  const [seen, setSeen] = useState(items.at(-1)?.seq ?? 0);
  const newest = items.findLast((item): item is ActionItem => item.kind === "action" && item.seq > seen);
  const strip = useRef<HTMLDivElement>(null);
  const shown = newest?.seq;

  // It comes in from below, and must not hide the button that it is about.
  useEffect(() => {
    const button = clicked.current;
    if (shown === undefined || !strip.current || !button?.isConnected) return;
    const hidden = button.getBoundingClientRect().bottom - strip.current.getBoundingClientRect().top;
    if (hidden > 0) strip.current.parentElement?.scrollBy({ top: hidden + roomPx });
  }, [shown, clicked]);

  return (
    // It is there from the start, so that screen readers speak what appears in it.
    <div ref={strip} role="status" aria-label={t("title")} className="sticky -bottom-6 z-10 mt-auto -mb-6">
      {newest && (
        <div className="border-line border-t bg-bg px-4 pb-3">
          {/* What a server wrote may be long; all of it is in the conversation. */}
          <ul className="flex flex-col [&_p]:line-clamp-4">
            <OutcomeNote outcome={newest.outcome} authorName={newest.authorName} at={newest.createdAt} />
          </ul>
          <div className="mt-2 flex items-center justify-between gap-2">
            <Button onClick={onShow}>{t("show")}</Button>
            <IconButton label={t("dismiss")} onClick={() => setSeen(newest.seq)}>
              <X />
            </IconButton>
          </div>
        </div>
      )}
    </div>
  );
}
