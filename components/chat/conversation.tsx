"use client";

import { useQuery } from "@tanstack/react-query";
import type { Panel } from "@/lib/chats/contract";
import type { Timeline as Items } from "@/lib/chats/timeline";
import { outboxQuery } from "@/lib/client/outbox";
import { Composer } from "./composer";
import { ConversationHeader } from "./conversation-header";
import { useLive } from "./live";
import { ProblemStrip } from "./problem-strip";
import { Timeline } from "./timeline";

type Props = { timeline: Items; panel: Panel; me: string; isCovered: boolean; onContext: () => void };

export function Conversation({ timeline, panel, me, isCovered, onContext }: Props) {
  const { workspace } = useLive();
  const { id: chatId, channel, status } = panel.chat;
  const { data: unsent } = useQuery(outboxQuery(workspace, chatId));
  const newestProblem = panel.problems[0];
  const working = panel.running.filter(({ state }) => state === "working");
  return (
    <section
      aria-label={`Chat with ${panel.person.who}`}
      inert={isCovered}
      className="flex min-h-0 min-w-0 flex-col border-r border-line bg-surface max-[1100px]:border-r-0"
    >
      <ConversationHeader panel={panel} onContext={onContext} />
      {newestProblem && <ProblemStrip problem={newestProblem} onContext={onContext} />}
      <Timeline chatId={chatId} timeline={timeline} unsent={unsent} working={working} who={panel.person.who} me={me} />
      <Composer chatId={chatId} who={panel.person.who} channel={channel} isClosed={status === "closed"} />
    </section>
  );
}
