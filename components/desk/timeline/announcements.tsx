"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { quoteText } from "@/components/desk/shared/preview";
import { lastSeq, type Timeline } from "@/lib/chats/shared/timeline";
import { arrivalsIn, itemsAfter } from "./arrivals";

// Info events come in bursts: they are counted for a moment and said at once.
const eventsMs = 3000;
// More would be read for minutes.
const maxMessages = 3;

type Props = { timeline: Timeline; displayName: string; me: string };
/** `count` tells two texts apart that say the same: both are announced. */
type Said = { text: string; count: number };

function useSaid() {
  const [said, setSaid] = useState<Said>({ text: "", count: 0 });
  const say = useCallback((text: string) => setSaid(({ count }) => ({ text, count: count + 1 })), []);
  return [<p key={said.count}>{said.text}</p>, say] as const;
}

/** Calls `say` with how many there were, a moment after the first of them. */
function useCounted(say: (count: number) => void) {
  const waiting = useRef<{ count: number; timer: ReturnType<typeof setTimeout> | undefined }>({ count: 0, timer: undefined });
  useEffect(() => () => clearTimeout(waiting.current.timer), []);
  return useCallback(
    (count: number) => {
      waiting.current.count += count;
      waiting.current.timer ??= setTimeout(() => {
        say(waiting.current.count);
        waiting.current = { count: 0, timer: undefined };
      }, eventsMs);
    },
    [say],
  );
}

/**
 * Says to screen readers what arrives while the chat is open: problems at once, the rest when they are free. The list itself must not:
 * its rows come and go with scrolling.
 */
export function Announcements({ timeline, displayName, me }: Props) {
  const t = useTranslations("chat.announced");
  const said = useTranslations("chat.said");
  const newest = lastSeq(timeline);
  const announced = useRef(newest);
  const [problems, sayProblems] = useSaid();
  const [messages, sayMessages] = useSaid();
  const [events, sayEvents] = useSaid();
  const countEvents = useCounted(useCallback((count: number) => sayEvents(t("events", { count })), [sayEvents, t]));

  useEffect(() => {
    const arrived = arrivalsIn(itemsAfter(timeline.items, announced.current), me);
    announced.current = newest;
    if (arrived.problems.length > 0) sayProblems(arrived.problems.map(({ card }) => t("problem", { event: card.event })).join(". "));
    if (arrived.events > 0) countEvents(arrived.events);
    const lines = arrived.messages.slice(-maxMessages).map((item) => {
      const text = quoteText(said, item.text, item.kind === "message" ? item.content : undefined);
      return t("message", { name: item.authorName ?? displayName, text });
    });
    if (lines.length > 0) sayMessages(lines.join(". "));
  }, [timeline, newest, displayName, me, t, said, sayProblems, sayMessages, countEvents]);

  return (
    <div className="sr-only">
      <div aria-live="assertive">{problems}</div>
      <div aria-live="polite">{messages}</div>
      <div aria-live="polite">{events}</div>
    </div>
  );
}
