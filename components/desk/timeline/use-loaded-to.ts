import { useEffect, useEffectEvent, useState } from "react";
import { useLive } from "@/components/desk/shared/live";
import { firstSeq, lastSeq, type Timeline } from "@/lib/chats/shared/timeline";

/** How many items above it are loaded with it: what was said before. */
const itemsBefore = 50;

/** Loads what is between the loaded items and one of them; null for none. */
export function useLoadedTo(chatId: string, seq: number | null, timeline: Timeline) {
  const { live } = useLive();
  const [attempt, setAttempt] = useState(0);
  const [ended, setEnded] = useState<{ seq: number; attempt: number; hasFailed: boolean } | null>(null);

  const newestLoaded = useEffectEvent(() => lastSeq(timeline));
  useEffect(() => {
    if (seq === null) return;
    const left = new AbortController();
    const isNewer = seq > newestLoaded();
    const end = (hasFailed: boolean) => left.signal.aborted || setEnded({ seq, attempt, hasFailed });
    async function loadUntil(to: number) {
      // Behind the request that brings the opened chat up to date: it reads all that is loaded.
      await Promise.resolve();
      await live.earlierTo(chatId, Math.max(1, to - itemsBefore), left.signal);
      if (isNewer) await live.refreshChat(chatId);
    }
    loadUntil(seq).then(
      () => end(false),
      () => end(true),
    );
    return () => left.abort();
  }, [live, chatId, seq, attempt]);

  const isEnded = ended !== null && ended.seq === seq && ended.attempt === attempt;
  const hasFailed = isEnded && ended.hasFailed;
  const isLoaded = isEnded && (!hasFailed || firstSeq(timeline) <= ended.seq);
  return { isLoaded, hasFailed, retry: () => setAttempt(attempt + 1) };
}
