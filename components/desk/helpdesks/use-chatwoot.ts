"use client";

import { useEffect, useState } from "react";
import type { SentSubject } from "@/lib/desk/helpdesks/contract";
import { fetchInfo, subjectOf } from "./chatwoot-context";

const firstAskMs = 250;
/** Chatwoot does not tell when another conversation was opened. */
const askMs = 5_000;
const silentMs = 8_000;

type Chatwoot =
  | { state: "asking" }
  /** Nothing came: the frame is not in Chatwoot, or its address is not the one that the admin entered. */
  | { state: "silent" }
  | { state: "known"; subject: SentSubject };

const isSame = (a: Chatwoot, b: Chatwoot) => JSON.stringify(a) === JSON.stringify(b);

/** Asks the window of Chatwoot whose conversation is open, and follows it. Only messages of that window and of its origin count. */
export function useChatwoot(origin: string | undefined): Chatwoot {
  const [found, setFound] = useState<Chatwoot>({ state: "asking" });

  useEffect(() => {
    if (origin === undefined || window.parent === window) {
      setFound({ state: "silent" });
      return;
    }
    let wait = firstAskMs;
    let timer: ReturnType<typeof setTimeout>;
    function ask(): void {
      clearTimeout(timer);
      // To this origin only: a page of another one does not get it.
      if (document.visibilityState === "visible" && origin !== undefined) window.parent.postMessage(fetchInfo, origin);
      wait = Math.min(wait * 2, askMs);
      timer = setTimeout(ask, wait);
    }
    function onMessage({ source, origin: sender, data }: MessageEvent): void {
      if (source !== window.parent || sender !== origin) return;
      const subject = subjectOf(data);
      if (!subject) return;
      wait = askMs;
      const next: Chatwoot = { state: "known", subject };
      setFound((before) => (isSame(before, next) ? before : next));
    }
    const silence = setTimeout(() => setFound((before) => (before.state === "asking" ? { state: "silent" } : before)), silentMs);
    const left = new AbortController();
    window.addEventListener("message", onMessage, left);
    document.addEventListener("visibilitychange", ask, left);
    ask();
    return () => {
      clearTimeout(timer);
      clearTimeout(silence);
      left.abort();
    };
  }, [origin]);

  return found;
}
