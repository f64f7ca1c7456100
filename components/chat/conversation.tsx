"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import type { DraftKey } from "@/lib/browser/draft-storage";
import type { Timeline as Items } from "@/lib/domain/chats/shared/timeline";
import type { Panel } from "@/lib/domain/panel/contract";
import { BlockedNotice } from "./blocked-notice";
import { Composer, type ComposerHandle } from "./composer/composer";
import { ConversationHeader } from "./conversation-header";
import { ProblemStrip } from "./problem-strip";
import { TemplatePickerContext } from "./shared/template-picker";
import { Timeline } from "./timeline/timeline";
import { useUnsent } from "./use-unsent";
import { TemplatePicker } from "./window/template-picker";
import { useWindow } from "./window/use-window";

type Props = { draftKey: DraftKey; timeline: Items; panel: Panel; me: string; isCovered: boolean; onContext: () => void };

export function Conversation({ draftKey, timeline, panel, me, isCovered, onContext }: Props) {
  const t = useTranslations("chat.conversation");
  const { channel, status } = panel.chat;
  const unsent = useUnsent(draftKey, timeline);
  const composer = useRef<ComposerHandle>(null);
  // The website's visitors would not see what a message replies to.
  const showsReplies = channel === "whatsapp" && status === "open";
  const [isPicking, setPicking] = useState(false);
  const messaging = useWindow(panel.chat.id);
  const openPicker = messaging.state !== "none" && status === "open" ? () => setPicking(true) : null;
  const newestProblem = panel.problems[0];
  const working = panel.running.filter(({ state }) => state === "working");
  return (
    <section
      aria-label={t("with", { name: panel.person.displayName })}
      inert={isCovered}
      className="flex min-h-0 min-w-0 flex-col border-r border-line bg-surface max-[1100px]:border-r-0"
    >
      <TemplatePickerContext value={openPicker}>
        <ConversationHeader panel={panel} onContext={onContext} />
        {panel.person.isBlocked && <BlockedNotice panel={panel} />}
        {newestProblem && <ProblemStrip problem={newestProblem} onContext={onContext} />}
        <Timeline
          draftKey={draftKey}
          timeline={timeline}
          unsent={unsent}
          working={working}
          displayName={panel.person.displayName}
          me={me}
          onReply={showsReplies ? (message) => composer.current?.replyTo(message) : undefined}
        />
        <Composer
          key={draftKey.chatId}
          ref={composer}
          draftKey={draftKey}
          displayName={panel.person.displayName}
          channel={channel}
          isClosed={status === "closed"}
        />
      </TemplatePickerContext>
      <TemplatePicker chatId={panel.chat.id} open={isPicking} onOpenChange={setPicking} />
    </section>
  );
}
