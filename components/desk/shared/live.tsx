"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { DisconnectedStrip } from "@/components/shell/disconnected-strip";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import { useOffline } from "@/lib/browser/use-offline";
import { useStream } from "@/lib/browser/use-stream";
import { type ChatStore, chatStore } from "@/lib/chats/browser/store";
import type { Notifier } from "@/lib/desk/notifications/browser/notifier";
import { panelUpdates } from "@/lib/desk/panel/browser/panel-updates";
import { OpeningContext, useOpeningOf } from "./opening";

// The page is there before anything needs to be notified of.
const notifications = loader(() => import("./notifications").then(({ Notifications }) => Notifications));

type Me = { id: string; name: string; isAdmin: boolean };
type Value = { workspace: string; me: Me; live: ChatStore; away: boolean };

const Context = createContext<Value | null>(null);

export function useLive(): Value {
  const value = use(Context);
  if (!value) throw new Error("useLive needs a Live component around it.");
  return value;
}

/** The tab's one stream connection, which keeps everything inside up to date. */
export function Live({ workspace, me, children }: { workspace: string; me: Me; children: ReactNode }) {
  const client = useQueryClient();
  const { id, name, isAdmin } = me;
  const [live] = useState(() =>
    chatStore(client, { workspace, self: id, beside: (refreshItems) => panelUpdates(client, workspace, refreshItems) }),
  );
  const notifier = useRef<Notifier>(null);
  const { away } = useStream(
    workspace,
    (message) => {
      // First, while the list still says how far each chat was known.
      if (message.kind === "change") notifier.current?.receive(message.notification);
      live.onMessage(message, opening.chatId);
    },
    live.refused,
    () => notifier.current?.isActive() === true,
  );
  const opening = useOpeningOf(workspace, useOffline() || away);
  const Notifications = useLoaded(notifications, true);
  const value = useMemo(() => ({ workspace, me: { id, name, isAdmin }, live, away }), [workspace, id, name, isAdmin, live, away]);

  return (
    <Context value={value}>
      <OpeningContext value={opening}>{children}</OpeningContext>
      {away && <DisconnectedStrip />}
      {Notifications && <Notifications notifier={notifier} workspace={workspace} account={id} opening={opening} />}
    </Context>
  );
}
