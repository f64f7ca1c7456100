import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useRef, useState } from "react";
import { OutcomeNote } from "@/components/desk/press/outcome-note";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatItem } from "@/lib/chats/contract";

// The gap between the button and the strip.
const gapPx = 12;

type ActionItem = Extract<ChatItem, { kind: "action" }>;
type Props = {
  items: readonly ChatItem[];
  /** The button of the sheet that was clicked last. */
  clicked: RefObject<Element | null>;
  onShow: () => void;
};

/** The sheet covers the conversation, so it also shows the outcome of a press made while it is open. */
export function SheetOutcome({ items, clicked, onShow }: Props) {
  const t = useTranslations("chat.outcome");
  const [seen, setSeen] = useState(items.at(-1)?.seq ?? 0);
  const newest = items.findLast((item): item is ActionItem => item.kind === "action" && item.seq > seen);
  const strip = useRef<HTMLDivElement>(null);
  const shownSeq = newest?.seq;

  // The strip slides in from below and must not cover the pressed button.
  useEffect(() => {
    const button = clicked.current;
    if (shownSeq === undefined || !strip.current || !button?.isConnected) return;
    const hidden = button.getBoundingClientRect().bottom - strip.current.getBoundingClientRect().top;
    if (hidden > 0) strip.current.parentElement?.scrollBy({ top: hidden + gapPx });
  }, [shownSeq, clicked]);

  return (
    // The live region is always mounted, so that screen readers announce its content.
    <div ref={strip} role="status" aria-label={t("title")} className="sticky -bottom-6 z-10 mt-auto -mb-6">
      {newest && (
        <div className="border-line border-t bg-bg px-4 pb-3">
          {/* A server's message may be long; the conversation shows all of it. */}
          <div className="[&_p]:line-clamp-4">
            <OutcomeNote outcome={newest.outcome} authorName={newest.authorName} at={newest.createdAt} />
          </div>
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
