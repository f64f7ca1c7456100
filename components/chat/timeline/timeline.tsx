"use client";

import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useLive } from "@/components/chat/shared/live";
import type { Quoted } from "@/components/chat/shared/quoted";
import { useTimeZone } from "@/components/time/use-time-zone";
import type { DraftKey } from "@/lib/browser/draft-storage";
import type { Unsent } from "@/lib/domain/chats/browser/outbox";
import { type Timeline as Items, lastSeq } from "@/lib/domain/chats/shared/timeline";
import type { Panel } from "@/lib/domain/panel/contract";
import { EarlierItems } from "./earlier-items";
import { canAnswer, entriesOf, rowsOf } from "./entries";
import { TimelineEntry } from "./timeline-entry";
import { WorkingNote } from "./working-note";

type Ref = RefObject<HTMLElement | null>;

/** Whether the end of the scroll container is out of view. */
function useScrolledUp(scroller: Ref, end: Ref): boolean {
  const [isScrolledUp, setScrolledUp] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver((entries) => setScrolledUp(entries.at(-1)?.isIntersecting === false), {
      root: scroller.current,
      rootMargin: "0px 0px 80px 0px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, end]);
  return isScrolledUp;
}

type Props = {
  draftKey: DraftKey;
  timeline: Items;
  unsent: Unsent[];
  working: Panel["running"];
  displayName: string;
  me: string;
  onReply: ((message: Quoted) => void) | undefined;
};

// The scroll container must be reachable by keyboard, also without a focusable element inside.
const focusable = { tabIndex: 0 };

/** The reversed column keeps the newest item in view, or the position of a reader further up, without a scroll listener. */
export function Timeline({ draftKey, timeline, unsent, working, displayName, me, onReply }: Props) {
  const t = useTranslations("chat.conversation");
  const { live } = useLive();
  const timeZone = useTimeZone();
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const isScrolledUp = useScrolledUp(log, end);
  const newest = lastSeq(timeline);
  const [seen, setSeen] = useState(newest);
  if (!isScrolledUp && seen !== newest) setSeen(newest);

  const entries = useMemo(() => entriesOf(rowsOf(timeline.items, unsent, me), timeZone), [timeline, unsent, me, timeZone]);
  const lastMessageId = entries.findLast((entry) => entry.kind === "message" && canAnswer(entry))?.id;
  const scrollToEnd = () => log.current?.scrollTo({ top: 0 });

  const lastUnsentId = unsent.at(-1)?.id;
  useEffect(() => {
    if (lastUnsentId) log.current?.scrollTo({ top: 0 });
  }, [lastUnsentId]);

  function retry(id: string) {
    const message = unsent.find((other) => other.id === id);
    if (message) live.send(draftKey, message);
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={log}
        role="log"
        aria-label={t("title")}
        {...focusable}
        className="-outline-offset-2 absolute inset-0 flex flex-col-reverse overflow-y-auto overscroll-contain px-6 py-4 max-md:px-3"
      >
        <div className="mx-auto flex w-full max-w-[720px] flex-col">
          {timeline.next !== null && <EarlierItems chatId={draftKey.chatId} log={log} />}
          {entries.length === 0 && <p className="text-center text-soft text-xs">{t("empty")}</p>}
          <ol className="-mt-3 flex flex-col">
            {entries.map((entry) => (
              <TimelineEntry
                key={entry.id}
                entry={entry}
                displayName={displayName}
                isLast={entry.id === lastMessageId}
                chatId={draftKey.chatId}
                onReply={onReply}
                onRetry={retry}
                onDiscard={(id) => live.discard(draftKey, id)}
              />
            ))}
            {working.map((call) => (
              <WorkingNote key={call.callId} call={call} />
            ))}
          </ol>
          <div ref={end} className="h-px flex-none" />
        </div>
      </div>
      {isScrolledUp && newest > seen && (
        <button
          type="button"
          onClick={scrollToEnd}
          className="absolute bottom-3 left-1/2 flex -translate-x-1/2 items-center gap-1.5 rounded-full bg-accent px-3 py-1 font-semibold text-on-accent text-xs"
        >
          <ArrowDown className="size-3.5" />
          {t("newMessages")}
        </button>
      )}
    </div>
  );
}
