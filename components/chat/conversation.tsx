"use client";

import { useTranslations } from "next-intl";
import type { DraftKey } from "@/lib/browser/draft-storage";
import type { Timeline as Items } from "@/lib/domain/chats/shared/timeline";
import type { Panel } from "@/lib/domain/panel/contract";
import { Composer } from "./composer/composer";
import { ConversationHeader } from "./conversation-header";
import { ProblemStrip } from "./problem-strip";
import { Timeline } from "./timeline/timeline";
import { useUnsent } from "./use-unsent";

type Props = { draftKey: DraftKey; timeline: Items; panel: Panel; me: string; isCovered: boolean; onContext: () => void };

export function Conversation({ draftKey, timeline, panel, me, isCovered, onContext }: Props) {
  const t = useTranslations("chat.conversation");
  const { channel, status } = panel.chat;
  const unsent = useUnsent(draftKey, timeline);
  const newestProblem = panel.problems[0];
  const working = panel.running.filter(({ state }) => state === "working");
  return (
    <section
      aria-label={t("with", { name: panel.person.displayName })}
      inert={isCovered}
      className="flex min-h-0 min-w-0 flex-col border-r border-line bg-surface max-[1100px]:border-r-0"
    >
      <ConversationHeader panel={panel} onContext={onContext} />
      {newestProblem && <ProblemStrip problem={newestProblem} onContext={onContext} />}
      <Timeline draftKey={draftKey} timeline={timeline} unsent={unsent} working={working} displayName={panel.person.displayName} me={me} />
      <Composer draftKey={draftKey} displayName={panel.person.displayName} channel={channel} isClosed={status === "closed"} />
    </section>
  );
}
