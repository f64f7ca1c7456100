import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { toast } from "@/components/ui/toast";
import { useGivingUp } from "@/components/ui/use-opened";
import { addressWithItem, itemIn } from "@/lib/chats/browser/item-address";
import type { Timeline } from "@/lib/chats/shared/timeline";
import type { Listed } from "./listed";
import { rowOfSeq } from "./row-of-item";
import { useLoadedTo } from "./use-loaded-to";

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

  const show = useEffectEvent((to: number, rows: readonly Listed[]) => {
    const row = rowOfSeq(to, timeline.items, rows);
    if (row && "closed" in row) return open(row.closed);
    if (!row) {
      forgetAddress();
      return void toast.error(t("notFound"));
    }
    scrollTo(row.index);
    focusRow(row.id);
    setShown({ id: row.id, isMarked: true, seq: to });
  });
  useLayoutEffect(() => {
    if (seq === null || !isLoaded || !isMeasured) return;
    show(seq, listed);
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

/** Returns what gives a row the focus, as soon as it is in the page and can have it. Whoever goes on by themselves is not taken back. */
function useRowFocus(log: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string | null>(null);

  useGivingUp(true, () => {
    wanted.current = null;
  });

  // At every render: one puts the row into the page, and one makes it focusable.
  useEffect(() => {
    const row = wanted.current && log.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"][tabindex]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    wanted.current = null;
  });

  return (id) => {
    wanted.current = id;
  };
}
