"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { createContext, type ReactNode, use, useMemo, useState } from "react";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import { useStream } from "@/lib/browser/use-stream";
import { type LiveChats, liveChats } from "@/lib/domain/panel/browser/live-chats";

type Value = { workspace: string; live: LiveChats; away: boolean };

const Context = createContext<Value | null>(null);

export function useLive(): Value {
  const value = use(Context);
  if (!value) throw new Error("useLive needs a Live component around it.");
  return value;
}

/** The tab's one stream connection, which keeps everything inside up to date. */
export function Live({ workspace, children }: { workspace: string; children: ReactNode }) {
  const client = useQueryClient();
  const { chatId = null } = useParams<{ chatId?: string }>();
  const [live] = useState(() => liveChats(client, workspace));
  const { away } = useStream(`/api/w/${encodeURIComponent(workspace)}/stream`, (message) => live.onMessage(message, chatId), live.refused);
  const value = useMemo(() => ({ workspace, live, away }), [workspace, live, away]);

  return (
    <Context value={value}>
      {children}
      {away && <DisconnectedStrip />}
    </Context>
  );
}
