import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLive } from "@/components/chat/shared/live";
import { toast } from "@/components/ui/toast";
import { addressWithItem, itemIn } from "@/lib/domain/chats/browser/item-address";
import { firstSeq, lastSeq, type Timeline } from "@/lib/domain/chats/shared/timeline";
import type { Listed } from "./listed";
import { rowOfSeq } from "./row-of-item";

/** How many items above it are loaded with it: what was said before. */
const itemsBefore = 50;
const markedMs = 4_000;
/** Rows that were guessed are measured meanwhile, and a page that was on its way may still be added above. */
const settleMs = 500;
const triedAgainMs = 50;
const maxTries = 20;

/** The row of the item, which got the focus, and whether it is marked still. */
export type Shown = { seq: number | null; id: string | null; isMarked: boolean };
export type Found = {
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

/** Loads what is between the loaded items and the one that the address asks for, and shows it: a search leads there. */
export function useFoundItem({ chatId, shown, setShown, log, timeline, listed, isMeasured, open, scrollTo }: Options): Found {
  const t = useTranslations("chat.timeline");
  const { live } = useLive();
  const seq = itemIn(useSearchParams());
  const [attempt, setAttempt] = useState(0);
  const [ended, setEnded] = useState<{ seq: number; attempt: number; hasFailed: boolean } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Of the timeline, only what is loaded when it begins.
  useEffect(() => {
    if (seq === null) return;
    const left = new AbortController();
    const isNewer = seq > lastSeq(timeline);
    const end = (hasFailed: boolean) => left.signal.aborted || setEnded({ seq, attempt, hasFailed });
    async function lead(to: number) {
      // Behind the request that brings the opened chat up to date: it reads all that is loaded.
      await Promise.resolve();
      await live.earlierTo(chatId, Math.max(1, to - itemsBefore), left.signal);
      if (isNewer) await live.refreshChat(chatId);
    }
    lead(seq).then(
      () => end(false),
      () => end(true),
    );
    return () => left.abort();
  }, [live, chatId, seq, attempt]);

  const toFocus = useRef<string | null>(null);
  const isEnded = ended !== null && ended.seq === seq && ended.attempt === attempt;
  const hasFailed = isEnded && ended.hasFailed;
  const isLoaded = isEnded && (!hasFailed || firstSeq(timeline) <= ended.seq);
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
    toFocus.current = row.id;
    setTries(0);
    setShown({ id: row.id, isMarked: true, seq });
    const timer = setTimeout(forgetAddress, settleMs);
    return () => clearTimeout(timer);
  }, [isLoaded, isMeasured, seq, listed]);

  const [tries, setTries] = useState(0);
  // Whoever goes on by themselves is not taken back.
  useEffect(() => {
    const giveUp = () => {
      toFocus.current = null;
    };
    const going = new AbortController();
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, giveUp, { capture: true, signal: going.signal });
    return () => going.abort();
  }, []);
  // At every render: the row is in the page once the list has scrolled to it. The search that led here may still keep the focus in itself.
  useEffect(() => {
    const row = toFocus.current && log.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(toFocus.current)}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    const isOver = document.activeElement === row || tries >= maxTries;
    if (isOver) toFocus.current = null;
    const timer = isOver ? undefined : setTimeout(() => setTries(tries + 1), triedAgainMs);
    return () => clearTimeout(timer);
  });

  useEffect(() => {
    if (!shown.isMarked) return;
    const timer = setTimeout(() => setShown({ ...shown, isMarked: false }), markedMs);
    return () => clearTimeout(timer);
  }, [shown, setShown]);

  const loading = seq === null || shown.seq === seq ? "none" : hasFailed ? "failed" : "loading";
  return { id: shown.id, loading, retry: () => setAttempt(attempt + 1) };
}
