import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { toast } from "@/components/ui/toast";
import { addressWithItem, itemIn } from "@/lib/chats/browser/item-address";
import type { Timeline } from "@/lib/chats/shared/timeline";
import type { Listed } from "./listed";
import { rowOfSeq } from "./row-of-item";
import { useLoadedTo } from "./use-loaded-to";
import { useRowFocus } from "./use-row-focus";

const markedMs = 4_000;
/** Rows that were guessed are measured meanwhile, and a page that was on its way may still be added above. */
const settleMs = 500;

/** The row of the item, which got the focus, and whether it is marked still. */
export type Shown = { seq: number | null; id: string | null; isMarked: boolean };
type Found = {
  id: string | null;
  loading: "none" | "loading" | "failed";
  retry: () => void;
};

export type Options = {
  chatId: string;
  shown: Shown;
  setShown: (shown: Shown) => void;
  log: RefObject<HTMLElement | null>;
  timeline: Timeline;
  listed: readonly Listed[];
  isMeasured: boolean;
  /** Opens a folded run. */
  open: (name: string) => void;
  scrollTo: (index: number) => void;
};

/** A reload, or the way back from another page, must not go there again. */
const forgetAddress = (): void =>
  window.history.replaceState(null, "", addressWithItem(window.location.pathname, new URLSearchParams(window.location.search), null));

/** Shows the item that the address asks for, once it is loaded: a search leads there. */
export function useFoundItem({ chatId, shown, setShown, log, timeline, listed, isMeasured, open, scrollTo }: Options): Found {
  const t = useTranslations("chat.timeline");
  const seq = itemIn(useSearchParams());
  const { isLoaded, hasFailed, retry } = useLoadedTo(chatId, seq, timeline);
  const focusRow = useRowFocus(log);

  // biome-ignore lint/correctness/useExhaustiveDependencies: The functions do the same at every render.
  useLayoutEffect(() => {
    if (seq === null || !isLoaded || !isMeasured) return;
    const row = rowOfSeq(seq, timeline.items, listed);
    if (row && "closed" in row) return open(row.closed);
    if (!row) {
      forgetAddress();
      return void toast.error(t("notFound"));
    }
    scrollTo(row.index);
    focusRow(row.id);
    setShown({ id: row.id, isMarked: true, seq });
    const timer = setTimeout(forgetAddress, settleMs);
    return () => clearTimeout(timer);
  }, [isLoaded, isMeasured, seq, listed]);

  useEffect(() => {
    if (!shown.isMarked) return;
    const timer = setTimeout(() => setShown({ ...shown, isMarked: false }), markedMs);
    return () => clearTimeout(timer);
  }, [shown, setShown]);

  const loading = seq === null || shown.seq === seq ? "none" : hasFailed ? "failed" : "loading";
  return { id: shown.id, loading, retry };
}
