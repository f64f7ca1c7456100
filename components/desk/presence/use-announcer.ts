import { useEffect, useMemo, useRef } from "react";
import { useLive } from "@/components/desk/shared/live";
import type { Present } from "@/lib/chats/browser/store/presence";
import type { Presence } from "@/lib/chats/contract";
import { announcePresence } from "@/lib/chats/endpoints";
import { addressOf } from "@/lib/kernel/address";
import { type Announcer, announcer } from "./announcer";

/** Tells the team that this agent has the chat open in a visible tab. It is only a courtesy: a failure is not shown. */
export function useAnnouncer(chatId: string, others: readonly Present[]): Announcer {
  const { workspace, live } = useLive();
  const own = useMemo(() => {
    const address = addressOf(announcePresence.path, { params: { workspace, chatId } });
    return announcer((state: Presence) => {
      const body = JSON.stringify({ state });
      // Kept alive, because the page may be going away.
      const sent = fetch(address, {
        method: announcePresence.method,
        keepalive: true,
        headers: { "content-type": "application/json" },
        body,
      });
      sent.catch(() => undefined);
    });
  }, [workspace, chatId]);

  useEffect(() => {
    // What the others answer comes through the stream, once. It is ready again each time the tab becomes visible.
    const forget = live.onReady(() => document.visibilityState === "visible" && own.look());
    const onHidden = () => document.visibilityState === "hidden" && own.end();
    const left = new AbortController();
    document.addEventListener("visibilitychange", onHidden, left);
    window.addEventListener("pagehide", own.end, left);
    return () => {
      forget();
      left.abort();
      own.end();
    };
  }, [own, live]);

  // An agent who came after the last announcement has not received it.
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const hasCome = others.some(({ accountId }) => !known.current.has(accountId));
    known.current = new Set(others.map(({ accountId }) => accountId));
    if (hasCome) own.repeat();
  }, [others, own]);

  return own;
}
