"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { OpenChat } from "@/components/desk/conversation/open-chat";
import { useLive } from "@/components/desk/shared/live";
import { useOpening } from "@/components/desk/shared/opening";
import { windowQuery } from "@/lib/channels/browser/queries";
import { timelineQuery } from "@/lib/chats/browser/queries";
import { panelQuery } from "@/lib/desk/panel/browser/queries";

/** A chat from what was loaded of it before. It is brought up to date as soon as it is mounted. */
export function KeptChat() {
  const { workspace, me, live } = useLive();
  const { chatId, release } = useOpening();
  const client = useQueryClient();
  if (chatId === null) return null;
  const timeline = client.getQueryData(timelineQuery(workspace, chatId).queryKey);
  const panel = client.getQueryData(panelQuery(workspace, chatId).queryKey);
  const window = client.getQueryData(windowQuery(workspace, chatId).queryKey);
  if (!timeline || !panel || !window) return null;

  function giveUp(failed: string): void {
    live.forget(failed);
    release();
  }

  return (
    <FailureBoundary key={chatId} onFailure={() => giveUp(chatId)}>
      <OpenChat chatId={chatId} me={me} isAdmin={me.isAdmin} firstTimeline={timeline} firstPanel={panel} firstWindow={window} readAt={0} />
    </FailureBoundary>
  );
}

type BoundaryProps = { onFailure: () => void; children: ReactNode };

/** Shows nothing after an error, and says so: the error page of a route would take the list of chats away too. */
class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
