"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useMemo, useRef, useState } from "react";
import { ContextPanel } from "@/components/desk/panel/context-panel";
import { describePerson, PressingContext } from "@/components/desk/press/pressing";
import { chatColumns } from "@/components/desk/shared/columns";
import { useLive } from "@/components/desk/shared/live";
import { PanelHostContext } from "@/components/desk/shared/panel-host";
import { useVisible } from "@/components/desk/shared/use-visible";
import { useShownName } from "@/components/ui/use-shown-name";
import { call } from "@/lib/browser/call";
import { windowQuery } from "@/lib/channels/browser/queries";
import type { getWindow } from "@/lib/channels/contract";
import { timelineQuery } from "@/lib/chats/browser/queries";
import { markRead } from "@/lib/chats/endpoints";
import { lastSeq, type Timeline } from "@/lib/chats/shared/timeline";
import { panelQuery } from "@/lib/desk/panel/browser/queries";
import type { Panel } from "@/lib/desk/panel/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { throttle } from "@/lib/kernel/throttle";
import { Conversation } from "./conversation";
import { deskHost } from "./desk-host";
import { useMedia, wideFrom } from "./use-media";

type Props = {
  chatId: string;
  me: { id: string; name: string };
  isAdmin: boolean;
  firstTimeline: Timeline;
  firstPanel: Panel;
  firstWindow: ReplyOf<typeof getWindow>;
  /** When the server read all of these. */
  readAt: number;
};

/** The agent's screen for one chat: the conversation, and the person's context beside it. */
export function OpenChat({ chatId, me, isAdmin, firstTimeline, firstPanel, firstWindow, readAt }: Props) {
  const { workspace, live } = useLive();
  const client = useQueryClient();
  const host = useMemo(() => deskHost(client, { workspace, chatId, live }), [client, workspace, chatId, live]);
  const draftKey = useMemo(() => ({ account: me.id, workspace, chatId }), [me.id, workspace, chatId]);
  const { data: timeline } = useQuery({ ...timelineQuery(workspace, chatId), initialData: firstTimeline });
  const { data: panel } = useQuery({ ...panelQuery(workspace, chatId), initialData: firstPanel });
  // Only for the first render: the composer reads it from the cache.
  useQuery({ ...windowQuery(workspace, chatId), initialData: firstWindow, initialDataUpdatedAt: readAt });
  const sheet = useContextSheet();
  // The context lies over the conversation instead of beside it.
  const isNarrow = useMedia(`(width < ${wideFrom})`);
  useMarkRead(chatId, lastSeq(timeline));

  // What was loaded before, or a page that the browser kept, may be old.
  useEffect(() => live.openChat(chatId), [live, chatId]);

  const { buttons, running, outcomes } = panel;
  const person = describePerson(useShownName()(panel.person.displayName), panel.contact);
  const pressing = useMemo(() => ({ me: me.name, person, buttons, running, outcomes }), [me.name, person, buttons, running, outcomes]);

  return (
    <PanelHostContext value={host}>
      <PressingContext value={pressing}>
        <div className={`relative grid h-full min-h-0 grid-rows-[minmax(0,1fr)] overflow-clip ${chatColumns}`}>
          <Conversation
            draftKey={draftKey}
            timeline={timeline}
            panel={panel}
            me={me.name}
            isCovered={isNarrow && sheet.isOpen}
            onContext={sheet.open}
          />
          <ContextPanel
            panel={panel}
            items={timeline.items}
            isAdmin={isAdmin}
            isSheet={isNarrow && sheet.isOpen}
            isOpen={sheet.isOpen}
            onClose={sheet.close}
          />
        </div>
      </PressingContext>
    </PanelHostContext>
  );
}

const name = "context";

function addressWith(isOpen: boolean): string {
  const search = new URLSearchParams(window.location.search);
  if (isOpen) search.set(name, "open");
  else search.delete(name);
  return search.size > 0 ? `${window.location.pathname}?${search}` : window.location.pathname;
}

/** On a small screen the context has its own history entry: the browser's back button returns to the conversation. */
function useContextSheet() {
  const isOpen = useSearchParams().get(name) === "open";
  const hasPushed = useRef(false);
  return {
    isOpen,
    open() {
      hasPushed.current = true;
      window.history.pushState(null, "", addressWith(true));
    },
    close() {
      if (hasPushed.current) window.history.back();
      else window.history.replaceState(null, "", addressWith(false));
      hasPushed.current = false;
    },
  };
}

/** Marks new items as read while the tab is visible. */
function useMarkRead(chatId: string, seq: number): void {
  const { workspace, live } = useLive();
  const visible = useVisible();
  const newest = useRef(seq);
  const [mark] = useState(() =>
    throttle(500, () =>
      call(markRead, { params: { workspace, chatId }, body: { seq: newest.current } }).then(() => live.refreshRow(chatId)),
    ),
  );

  useEffect(() => {
    newest.current = seq;
    if (visible && seq > 0) mark();
  }, [visible, seq, mark]);
}
