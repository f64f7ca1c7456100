"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { createContext, use, useEffect, useMemo, useState } from "react";
import { windowQuery } from "@/lib/channels/browser/queries";
import { timelineQuery } from "@/lib/chats/browser/queries";
import { panelQuery } from "@/lib/desk/panel/browser/queries";

/** A click that takes longer shows where the chat will be. */
const slowMs = 400;

type Begun = { from: string | null; target: string; isCached: boolean };

export type Opening = {
  /** The chat on the screen. */
  chatId: string | null;
  /** The chat that was chosen last, while its page is on the way too. */
  chosen: string | null;
  /** `cached`: the chat is shown from what was loaded before. `skeleton`: its page takes a while. */
  shown: "page" | "cached" | "skeleton";
  /** Call this when a navigation to a chat begins. */
  begin: (chatId: string) => void;
  /** The cached chat cannot be shown: its page is. */
  release: () => void;
};

export const OpeningContext = createContext<Opening | null>(null);

export function useOpening(): Opening {
  const value = use(OpeningContext);
  if (!value) throw new Error("useOpening needs a Live component around it.");
  return value;
}

const isLoaded = (client: QueryClient, workspace: string, chatId: string): boolean =>
  [timelineQuery(workspace, chatId), panelQuery(workspace, chatId), windowQuery(workspace, chatId)].every(
    ({ queryKey }) => client.getQueryData(queryKey) !== undefined,
  );

function useIsSlow(begun: Begun | null): boolean {
  const [slow, setSlow] = useState<Begun | null>(null);
  useEffect(() => {
    if (!begun) return;
    const timer = setTimeout(() => setSlow(begun), slowMs);
    return () => clearTimeout(timer);
  }, [begun]);
  return begun !== null && slow === begun;
}

/**
 * Which chat is on the screen while a navigation is under way. A chat that was opened before shows at once and stays: its page
 * from the server would only replace what the agent has begun to use. Without a network the last chat stays, and can be used.
 */
export function useOpeningOf(workspace: string, isOffline: boolean): Opening {
  const client = useQueryClient();
  const { chatId: address = null } = useParams<{ chatId?: string }>();
  const [last, setLast] = useState<Begun | null>(null);
  const [cachedId, setCachedId] = useState<string | null>(null);

  // A navigation ends when the address changes, and going back to where it began does not begin it again.
  if (last && last.from !== address) setLast(null);
  const pending = last?.target === address ? null : last;
  const isSlow = useIsSlow(pending);
  const chatId = pending?.isCached ? pending.target : address;
  const isCached = chatId !== null && chatId === cachedId && isLoaded(client, workspace, chatId);
  const isSkeleton = pending !== null && !pending.isCached && isSlow && !isOffline;
  const shown = isSkeleton ? "skeleton" : isCached ? "cached" : "page";
  const chosen = pending?.target ?? address;

  return useMemo(
    () => ({
      chatId,
      chosen,
      shown,
      begin(target) {
        const isTargetCached = target !== address && isLoaded(client, workspace, target);
        setLast({ from: address, target, isCached: isTargetCached });
        if (isTargetCached) setCachedId(target);
      },
      release: () => setCachedId(null),
    }),
    [client, workspace, address, chatId, chosen, shown],
  );
}
