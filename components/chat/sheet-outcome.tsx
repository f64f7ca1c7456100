import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatItem } from "@/lib/chats/contract";
import { OutcomeNote } from "./outcome-note";

type Props = { items: readonly ChatItem[]; onShow: () => void };
type ActionItem = Extract<ChatItem, { kind: "action" }>;

/** The sheet covers the conversation: what became of a press while it is open stands in the sheet, too. */
export function SheetOutcome({ items, onShow }: Props) {
  const [seen, setSeen] = useState(items.at(-1)?.seq ?? 0);
  const newest = items.findLast((item): item is ActionItem => item.kind === "action" && item.seq > seen);
  return (
    // It is there from the start, so that screen readers speak what appears in it.
    <div role="status" aria-label="Outcome" className="sticky bottom-0 z-10 mt-auto">
      {newest && (
        <div className="border-line border-t bg-bg px-4 pt-1 pb-3">
          {/* What a server wrote may be long; all of it is in the conversation. */}
          <ul className="flex flex-col [&_p]:line-clamp-4">
            <OutcomeNote outcome={newest.outcome} authorName={newest.authorName} at={newest.createdAt} />
          </ul>
          <div className="mt-2 flex items-center justify-between gap-2">
            <Button onClick={onShow}>Show in the conversation</Button>
            <IconButton label="Dismiss" onClick={() => setSeen(newest.seq)}>
              <X />
            </IconButton>
          </div>
        </div>
      )}
    </div>
  );
}
