import { useEffect, useMemo, useRef } from "react";
import { useLive } from "@/components/chat/shared/live";
import { addressOf } from "@/lib/browser/call";
import type { Present } from "@/lib/domain/chats/browser/presence";
import type { Presence } from "@/lib/domain/chats/contract";
import { announcePresence } from "@/lib/domain/chats/endpoints";
import { type Announcer, announcer } from "./announcer";

/** Tells the team that this agent has the chat open in a visible tab. It is only a courtesy: a failure is not shown. */
export function useAnnouncer(chatId: string, others: readonly Present[]): Announcer {
  const { workspace } = useLive();
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
    let isHere = false;
    function follow() {
      const isVisible = document.visibilityState === "visible";
      if (isVisible === isHere) return;
      isHere = isVisible;
      if (isVisible) own.look();
      else own.end();
    }
    function end() {
      if (isHere) own.end();
      isHere = false;
    }
    follow();
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", end);
    window.addEventListener("pageshow", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", end);
      window.removeEventListener("pageshow", follow);
      end();
    };
  }, [own]);

  // Who came after the last announcement has not heard it.
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const hasCome = others.some(({ accountId }) => !known.current.has(accountId));
    known.current = new Set(others.map(({ accountId }) => accountId));
    if (hasCome) own.repeat();
  }, [others, own]);

  return own;
}
